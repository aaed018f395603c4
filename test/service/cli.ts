import { parseArgs } from 'node:util';
import { limitedToken } from './data/people.ts';
import type { ServiceOptions } from './handle.ts';
import { startService } from './service.ts';

const usage = `Usage: service [--repo PATH]… [--port N] [--latency MS] [--data small|large] [--rate-limit N]
  --repo PATH      serve a git repository on disk as alice's private one; may be given several times
  --port N         port on 127.0.0.1; 0 or nothing: any free one
  --latency MS     how long every answer waits
  --data NAME      small (default) or large
  --rate-limit N   requests a minute and user; 0: no limit`;

function number(text: string | undefined, name: string): number {
  const value = Number(text ?? 0);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number`);
  return value;
}

function readOptions(): ServiceOptions {
  const { values } = parseArgs({
    options: {
      repo: { type: 'string', multiple: true, default: [] },
      port: { type: 'string' },
      latency: { type: 'string' },
      data: { type: 'string', default: 'small' },
      'rate-limit': { type: 'string' },
    },
  });
  if (values.data !== 'small' && values.data !== 'large') throw new Error('--data must be small or large');
  return {
    repositories: values.repo,
    data: values.data,
    port: number(values.port, 'port'),
    latency: number(values.latency, 'latency'),
    rateLimit: number(values['rate-limit'], 'rate-limit'),
  };
}

async function main(): Promise<void> {
  const service = await startService(readOptions());
  const logins = [...service.state.accounts.keys()].slice(0, 6);
  console.log(`Local service: ${service.url}`);
  console.log(`Client id: ${service.clientId}`);
  console.log(`Client secret: ${service.clientSecret}`);
  console.log(`Accounts (the consent page lets you choose, without password): ${logins.join(', ')}`);
  for (const login of logins.slice(0, 2)) console.log(`Personal token (${login}): ${service.token(login)}`);
  console.log(`Personal token (alice, users and issues only): ${limitedToken}`);
  console.log('Password for archiving and transferring: demo');
  console.log(`Control: ${service.controlUrl} (see docs/local-service.md)`);
  const end = (): void => {
    service.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
}

main().catch((error: unknown) => {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 1;
});
