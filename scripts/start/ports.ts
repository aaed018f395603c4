import { createServer } from 'node:net';

export interface Ports {
  readonly window: number;
  /** 0: any free one. */
  readonly service: number;
  /** Whether the next start uses the same ports, so that the browser finds its stored data. */
  readonly lasting: boolean;
}

/** `wanted` and the next port, by default 8137 and 8138; any two ports if these are in use, or for 0. */
export async function choosePorts(wanted: number | undefined): Promise<Ports> {
  const window = wanted ?? 8137;
  if (window !== 0 && (await isFree(window)) && (await isFree(window + 1))) {
    return { window, service: window + 1, lasting: true };
  }
  if (wanted === undefined || wanted === 0) return { window: await listen(0), service: 0, lasting: false };
  throw new Error(`Port ${window} or ${window + 1} is taken. Choose another one with --port.`);
}

function isFree(port: number): Promise<boolean> {
  return listen(port).then(
    () => true,
    () => false,
  );
}

/** Opens and closes a listener. @returns the port. */
function listen(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}
