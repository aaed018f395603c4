import { join } from 'node:path';
import type { Log } from '../core/log.ts';
import { bypass } from '../net/http/bypass.ts';
import { trustedCertificates } from '../net/http/certificates.ts';
import { proxyOf, type NetworkOptions, type Proxy } from '../net/http/options.ts';
import { writeFileAtomic } from '../net/disk/atomic.ts';
import type { GitOptions } from './gitOptions.ts';

interface GitNetworkParts {
  readonly settings: () => NetworkOptions;
  /** The folder of `createGit`: certificates that only the extension trusts are written there. */
  readonly folder: string;
  readonly log: Log;
}

/** The network settings for git, as environment variables: may hold a password. @throws Failure (`proxyInvalid`) */
export function gitNetwork({ settings, folder, log }: GitNetworkParts): GitOptions['network'] {
  let written: { readonly certificates: string; readonly file: string } | undefined;
  return async (url) => {
    const options = settings();
    const extraFile = options.env.NODE_EXTRA_CA_CERTS;
    const variables = { ...proxyVariables(url, proxyOf(options)), ...(options.strictSSL ? {} : unverified) };
    // Git itself trusts the certificates of the operating system.
    if (extraFile === undefined || extraFile === '') return variables;
    const certificates = (await trustedCertificates(extraFile, log)).join('\n');
    if (written?.certificates !== certificates) {
      const file = join(folder, '.certificates.pem');
      await writeFileAtomic(file, Buffer.from(certificates), { isPrivate: true });
      written = { certificates, file };
    }
    return { ...variables, GIT_SSL_CAINFO: written.file };
  };
}

const unverified = { GIT_SSL_NO_VERIFY: '1' };

function proxyVariables(url: string, proxy: Proxy | undefined): Record<string, string> {
  if (proxy === undefined || bypass(proxy.noProxy)(new URL(url).hostname)) return {};
  const address = withUser(proxy);
  // The extension itself knows no other method.
  const method = new URL(address).username === '' ? {} : { GIT_HTTP_PROXY_AUTHMETHOD: 'basic' };
  return { http_proxy: address, https_proxy: address, no_proxy: proxy.noProxy, ...method };
}

/** The address of the proxy with the user and the password of its authorization, if this is Basic. */
function withUser({ url, authorization }: Proxy): string {
  const address = new URL(url);
  const [, basic] = /^basic\s+(\S+)$/i.exec(authorization ?? '') ?? [];
  if (basic !== undefined) {
    const user = Buffer.from(basic, 'base64').toString();
    const colon = user.indexOf(':');
    address.username = encodeURIComponent(colon < 0 ? user : user.slice(0, colon));
    address.password = encodeURIComponent(colon < 0 ? '' : user.slice(colon + 1));
  }
  return address.href;
}
