import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { act } from './actions.ts';
import { Behaviour } from './behaviour.ts';
import { answerControl } from './control.ts';
import { fillState } from './data/fill.ts';
import { tokenOf } from './data/people.ts';
import type { Service, ServiceOptions } from './handle.ts';
import type { Host } from './host.ts';
import { Deliveries } from './hooks.ts';
import { clientId, clientSecret } from './oauth.ts';
import { RateLimit } from './rateLimit.ts';
import { RequestLog } from './requestLog.ts';
import type { Running } from './running.ts';
import { answerLfs, LfsStorage } from './lfs.ts';
import { listen, makeServer, type Control } from './server.ts';
import { emptyState, type State } from './state.ts';
import { makeStorage } from './storage.ts';
import { Uploads } from './uploads.ts';

/** Starts the service on 127.0.0.1. Rejects if the port is in use or a repository cannot be read. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const directory = await mkdtemp(join(tmpdir(), 'sourcehost-service-'));
  const behaviour = new Behaviour();
  const log = new RequestLog();
  const rateLimit = new RateLimit();
  const deliveries = new Deliveries();
  const uploads = new Uploads();
  let [url, storageUrl] = ['', ''];
  let round = 0;
  let state = emptyState();
  const host: Host = {
    get state() {
      return state;
    },
    get url() {
      return url;
    },
    get storageUrl() {
      return storageUrl;
    },
    get directory() {
      return join(directory, String(round));
    },
    habits: (operation) => behaviour.habits(operation),
    violate: (operation, path, words) => log.violate(operation, path, words),
    deliver: (repository, event, by, what) => deliveries.send(host, repository, event, by, what),
    testHook: (repository, hook, by) =>
      deliveries.deliver(host, repository, hook, 'push_events', by, { ref: `refs/heads/${repository.defaultBranch}` }),
    grantUpload: (repository, release, name) =>
      uploads.grant(storageUrl, behaviour.habits('upload.put').grantLife, repository, release, name),
  };
  const running: Running = { host, behaviour, rateLimit, log };
  const start = async (): Promise<void> => {
    await closeRepositories(state);
    round += 1;
    const fresh = emptyState();
    await fillState(fresh, host.directory, options);
    state = fresh;
    await rm(join(directory, String(round - 1)), { recursive: true, force: true, maxRetries: 3 });
    calm();
    log.clear();
  };
  const calm = (): void => {
    behaviour.reset();
    rateLimit.clear();
    behaviour.set({ operation: '*', latency: options.latency ?? 0 });
    behaviour.rateLimit = options.rateLimit ?? 0;
  };
  const controlPath = `/_control/${crypto.randomUUID()}`;
  const control: Control = (request, body) => answerControl(service, request, body);
  const lfs = new LfsStorage();
  const server = makeServer(running, control, (...call) => answerLfs(lfs, ...call), options.editorPort);
  const storage = makeStorage(running, uploads, lfs);
  const service: Service = {
    get url() {
      return url;
    },
    get storageUrl() {
      return storageUrl;
    },
    get controlUrl() {
      return `${url}${controlPath}`;
    },
    directory,
    clientId,
    clientSecret,
    get state() {
      return state;
    },
    requests: log.requests,
    violations: log.violations,
    get faults() {
      return behaviour.faults.rules;
    },
    token: tokenOf,
    async repository(fullName) {
      const record = state.repositories.get(fullName);
      if (record === undefined) throw new Error(`there is no repository ${fullName}`);
      const git = await record.git();
      return {
        record,
        directory: git.directory,
        git: async (args) => (await git.run(args)).toString().replace(/\n$/, ''),
      };
    },
    set({ operation = '*', habits, latency, rateLimit: perMinute, hourLimit, minute }) {
      behaviour.set({
        operation,
        ...(habits === undefined ? {} : { habits }),
        ...(latency === undefined ? {} : { latency }),
      });
      behaviour.rateLimit = perMinute ?? behaviour.rateLimit;
      behaviour.hourLimit = hourLimit ?? behaviour.hourLimit;
      behaviour.minute = minute ?? behaviour.minute;
    },
    fail: (rule) => behaviour.faults.add(rule),
    heal: (operation) => behaviour.faults.clear(operation),
    calm,
    act: (action) => act(host, action),
    delivered: () => deliveries.settled(),
    clear: () => log.clear(),
    reset: start,
    async close() {
      for (const one of [server, storage]) {
        one.closeAllConnections();
        await new Promise((resolve) => one.close(resolve));
      }
      await deliveries.settled();
      await closeRepositories(state);
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  try {
    await start();
    storageUrl = await listen(storage, 0);
    url = await listen(server, options.port ?? 0);
  } catch (error) {
    await service.close();
    throw error;
  }
  return service;
}

/** Ends the git processes of the repositories that were used. */
async function closeRepositories({ repositories }: State): Promise<void> {
  await Promise.all([...repositories.values()].map(({ rest }) => rest()));
}
