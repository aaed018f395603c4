import type { webhooks as table } from '../../../src/api/endpoints/webhooks.ts';
import { invalid, missing, ok } from '../answer.ts';
import type { Call } from '../call.ts';
import { stamp } from '../forms/times.ts';
import { eventsOf, hookEvents, type Hook, type Repository } from '../state.ts';
import { made, changed, nothing, type Handlers } from './handler.ts';

/** `encryption_type` is never returned; the password is returned as stored. */
function form(repository: Repository, hook: Hook): Record<string, unknown> {
  const { id, url, password, result, result_code, created } = hook;
  const chosen = eventsOf((event) => hook[event]);
  return { id, url, password, result, project_id: repository.id, result_code, ...chosen, created_at: stamp(created) };
}

export const webhooks: Handlers<typeof table> = {
  list: (call) => {
    const repository = call.repository('admin');
    return ok(call.page([...repository.hooks.values()]).map((hook) => form(repository, hook)));
  },

  create: (call) => {
    const repository = call.writable('admin');
    const hook: Hook = {
      id: call.state.nextId(),
      url: addressOf(call),
      encryption: call.number('encryption_type') === 1 ? 1 : 0,
      password: call.text('password'),
      ...eventsOf((event) => call.flag(event) ?? false),
      result: null,
      result_code: 0,
      created: Date.now(),
    };
    repository.hooks.set(hook.id, hook);
    return made(call, form(repository, hook));
  },

  get: (call) => {
    const repository = call.repository('admin');
    return ok(form(repository, found(call, repository)));
  },

  edit: (call) => {
    const repository = call.writable('admin');
    const hook = found(call, repository);
    hook.url = addressOf(call);
    hook.password = call.optionalText('password') ?? hook.password;
    const encryption = call.number('encryption_type');
    if (encryption !== undefined) hook.encryption = encryption === 1 ? 1 : 0;
    for (const flag of hookEvents) hook[flag] = call.flag(flag) ?? (call.habits.hookFlags === 'kept' && hook[flag]);
    const fields = Object.entries(form(repository, hook)).filter(([name]) => name !== 'id');
    return changed(call, Object.fromEntries(fields));
  },

  remove: (call) => {
    const repository = call.writable('admin');
    repository.hooks.delete(found(call, repository).id);
    return nothing(call, '204');
  },

  test: async (call) => {
    const repository = call.repository('admin');
    const hook = found(call, repository);
    await call.host.testHook(repository, hook, call.user);
    return nothing(call, '204');
  },
};

function addressOf(call: Call): string {
  const url = call.text('url');
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol !== 'http:' && protocol !== 'https:') throw invalid('url is invalid');
  return url;
}

function found(call: Call, { hooks }: Repository): Hook {
  const hook = hooks.get(Number(call.text('id')));
  if (hook === undefined) throw missing('404 Hook Not Found');
  return hook;
}
