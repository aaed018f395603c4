import type { ServerContext } from '@modelcontextprotocol/server';

/** Milliseconds between two notifications. Clients usually wait a minute for an answer or a notification. */
const interval = 10_000;

/** Runs `work`. Until it ends, a client that asked for the progress of the call is notified that it still runs. */
export async function withProgress<T>(
  { mcpReq }: { readonly mcpReq: Pick<ServerContext['mcpReq'], '_meta' | 'notify'> },
  work: () => Promise<T>,
): Promise<T> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return await work();
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const params = { progressToken, progress, message: 'Still running' };
    // A client that is gone is not notified.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, interval);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
