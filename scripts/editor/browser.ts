import type { BrowserContext, BrowserContextOptions, Browser } from 'playwright-core';

/**
 * A browser profile of its own, in which a window of the plain VS Code server behaves as on code-server:
 * secrets survive a reload, and addresses of the loopback interface that the editor rewrote lead there.
 */
export async function newProfile(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.route('**/mint-key', (route) =>
    route.fulfill({ contentType: 'application/octet-stream', body: Buffer.alloc(32, 'sourcehost') }),
  );
  await context.route(/^http:\/\/localhost:\d+\/proxy\/\d+\//, (route) => {
    const [, port = '', rest = ''] = /\/proxy\/(\d+)(\/.*)$/.exec(route.request().url()) ?? [];
    return route.fulfill({ status: 302, headers: { location: `http://127.0.0.1:${port}${rest}` } });
  });
  return context;
}
