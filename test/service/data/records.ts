import { deflateRawSync } from 'node:zlib';
import type { Activity, Hook, Release, Repository, State } from '../state.ts';
import { eventsOf, fullName } from '../state.ts';
import { pick, randomFrom } from './random.ts';

const day = 86_400_000;

const bytes = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 7)) & 0xff);
// Made once: a run of the tests fills the service hundreds of times.
const [archive, book] = [deflateRawSync(bytes(20_000)), bytes(300_000)];

export function addReleases(state: State, repository: Repository, now: number): void {
  const add = (tag: string, about: Partial<Release> & Pick<Release, 'name' | 'body'>, days: number): void => {
    const created = now - days * day;
    repository.releases.set(tag, {
      id: state.nextId(),
      tag,
      target: 'main',
      status: 'latest',
      draft: false,
      author: 'alice',
      created,
      updated: created,
      assets: [],
      ...about,
    });
  };
  add('v1.0', { name: 'Version 1.0', body: 'The first one.\n' }, 150);
  add(
    'v1.1',
    {
      name: 'Version 1.1',
      body: '## What is new\n\n- Gallery\n- Contact form\n\n感谢 @xiaoming！\n',
      assets: [
        { name: 'website-1.1.zip', type: 'attach', content: { bytes: archive } },
        { name: 'checksums.txt', type: 'attach', content: { bytes: Buffer.from('0000  website-1.1.zip\n') } },
        { name: '说明 书.pdf', type: 'attach', content: { bytes: book } },
      ],
    },
    60,
  );
  add(
    'release/2.0-beta',
    { name: '2.0 beta <script>alert(1)</script>', body: 'Try it.\n', status: 'pre', author: 'bob' },
    9,
  );
}

/** A release that is not published yet. */
export function addDraftRelease(state: State, repository: Repository, now: number): void {
  const [tag, created] = ['v0.2.0', now - 2 * day];
  repository.releases.set(tag, {
    id: state.nextId(),
    tag,
    target: repository.defaultBranch,
    name: '0.2.0',
    body: '草稿\n',
    status: 'latest',
    draft: true,
    author: 'xiaoming',
    created,
    updated: created,
    assets: [],
  });
}

export function addHooks(state: State, repository: Repository, now: number): void {
  const add = (about: Partial<Hook> & Pick<Hook, 'url'>): void => {
    const hook: Hook = {
      id: state.nextId(),
      encryption: 0,
      password: '',
      ...eventsOf((event) => event === 'push_events'),
      result: null,
      result_code: 0,
      created: now - 40 * day,
      ...about,
    };
    repository.hooks.set(hook.id, hook);
  };
  add({
    url: 'http://127.0.0.1:9/builds',
    issues_events: true,
    result: 'OK',
    result_code: 200,
    password: 'a demo password',
  });
  add({ url: 'http://127.0.0.1:9/down', tag_push_events: true, result: 'Service Unavailable', result_code: 503 });
  add({ url: 'https://hooks.example.org/notify?room=7', encryption: 1, password: 'a demo key', note_events: true });
}

const titles = ['Fix the menu', 'Add tests', '更新文档', 'Tidy up', 'Release', '修复样式', 'Speed up search'];

/** Pushes and other events of a user over the last year, more on weekdays. */
export function addActivities(state: State, login: string, repositories: readonly Repository[], now: number): void {
  const random = randomFrom(login.length * 101 + repositories.length);
  for (let days = 364; days >= 0; days -= 1) {
    const date = new Date(now - days * day);
    const weekend = date.getUTCDay() % 6 === 0;
    const count = random() < (weekend ? 0.15 : 0.55) ? 1 + Math.floor(random() * 6) : 0;
    for (let number = 0; number < count; number += 1) {
      const repository = pick(random, repositories);
      const time = Math.min(now, Math.floor(date.getTime() / day) * day + Math.floor(random() * day));
      state.activities.push(activity(login, repository, time, random));
    }
  }
}

function activity(login: string, repository: Repository, time: number, random: () => number): Activity {
  const base = { author: login, time, repository: fullName(repository) };
  const kind = random();
  if (kind < 0.15) return { ...base, action: 1, actionName: 'opened' };
  if (kind < 0.22) return { ...base, action: 3, actionName: 'closed' };
  const part = Math.floor(random() * 0xffff_ffff)
    .toString(16)
    .padStart(8, '0');
  const [to, from] = [part.repeat(5), part.split('').reverse().join('').repeat(5)];
  const push = { count: 1 + Math.floor(random() * 4), from, to, ref: 'refs/heads/main', title: pick(random, titles) };
  return { ...base, action: 5, actionName: 'pushed to', push };
}
