// Records redacted answers of a host, so that the unit tests decode them: npm run record -- --host gitcode --repo OWNER/NAME
// The token comes from SOURCEHOST_TOKEN. A host that is not built in needs its API root in SOURCEHOST_API_URL.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Budget } from '../src/api/throttle/budget.ts';
import { messageOf } from '../src/core/errors.ts';
import { silent } from '../src/core/log.ts';
import { builtIn } from '../src/domain/session/hostSettings.ts';
import { createNetwork } from '../src/net/http/network.ts';
import * as transports from '../src/net/http/onDemand.ts';
import { root } from './kit/paths.ts';
import { recordAnswers } from './record/recorder.ts';

/** Documented limit of the service. */
const requestsPerMinute = 50;

const usage = 'SOURCEHOST_TOKEN=… npm run record -- --host gitcode --repo OWNER/NAME';
const { values } = parseArgs({ options: { host: { type: 'string' }, repo: { type: 'string' } } });
const { host = '', repo: name = '' } = values;
const { SOURCEHOST_TOKEN: token = '', SOURCEHOST_API_URL: other } = process.env;
const apiUrl = other ?? builtIn.find(({ id }) => id === host)?.apiUrl;
const [, owner, repo] = /^([^/]+)\/([^/]+)$/.exec(name) ?? [];
if (!/^[\w.-]+$/.test(host) || owner === undefined || repo === undefined || token === '' || apiUrl === undefined) {
  console.error(`Usage: ${usage}\nA host that is not built in needs SOURCEHOST_API_URL.`);
  process.exit(1);
}

const network = createNetwork({
  load: () => Promise.resolve(transports),
  settings: () => ({ mode: 'undici', strictSSL: true, env: process.env }),
  editorFetch: fetch,
  log: silent,
});
const folder = join(root, 'test', 'recorded', host);
try {
  await rm(folder, { recursive: true, force: true });
  const credentials = { token: () => Promise.resolve(token), renew: () => Promise.resolve(undefined) };
  const budget = new Budget(requestsPerMinute);
  const sending = { apiUrl, fetch: network.fetch, credentials, budget, log: silent };
  const { recorded, missed } = await recordAnswers(sending, token, { owner, repo }, folder);
  for (const [operation, why] of Object.entries(missed)) console.log(`not recorded: ${operation}: ${why}`);
  console.log(`${recorded.length} answers are in ${folder}. Read them before you give them to anybody.`);
} catch (error) {
  console.error(messageOf(error).replaceAll(token, '…'));
  process.exitCode = 1;
} finally {
  network.dispose();
}
