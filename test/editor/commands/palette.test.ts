import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from 'vscode';
import { RemoteService } from '../../kit/remoteService.ts';
import { surface } from '../../kit/surface.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';
import { hosts } from './palette/hosts.ts';
import { people } from './palette/people.ts';
import { records } from './palette/records.ts';
import { refs } from './palette/refs.ts';
import { repositories } from './palette/repositories.ts';
import { searches } from './palette/searches.ts';
import type { Scene, Walk } from './palette/walk.ts';

describe('the palette', () => {
  const service = new RemoteService();
  const person = new Person();
  const scene: { -readonly [Part in keyof Scene]: Scene[Part] } = {
    person,
    service,
    folder: '',
    call: async <T>(operation: string, params: object = {}) =>
      (await service.act({
        do: 'call',
        operation,
        params: { owner: 'alice', repo: 'website', ...params },
        as: 'alice',
      })) as T,
  };

  const { HOME } = process.env;

  before(async () => {
    scene.folder = await mkdtemp(join(tmpdir(), 'sourcehost-palette-'));
    await service.reset();
    await signIn(service, 'alice');
    await commands.executeCommand('sourcehost.repository.lock', { host: 'local', repository: 'alice/website' });
  });
  beforeEach(() => person.sit());
  afterEach(async () => {
    person.leave();
    await service.heal();
  });
  after(async () => {
    // One of the walks uses the folder that is removed.
    process.env.HOME = HOME;
    await tidy();
    assert.deepEqual(await service.violations(), []);
    await service.reset();
    await rm(scene.folder, { recursive: true, force: true });
  });

  const walks: readonly Walk[] = [...refs, ...people, ...records, ...repositories, ...searches, ...hosts];

  it('has a walk for every public command', () => {
    const walked = new Set(walks.map(({ id }) => id));
    assert.deepEqual(
      surface.filter((id) => !walked.has(id)),
      [],
    );
  });

  for (const { id, before: prepare, asks, then } of walks) {
    it(`asks for the arguments of ${id}`, async () => {
      await service.clear();
      await prepare?.(scene);
      const ran = Promise.resolve(commands.executeCommand(`sourcehost.${id}`));
      await asks?.(scene);
      await person.waitsFor(ran);
      const failed = person.told.filter(({ kind }) => kind === 'error').map(({ text }) => text);
      assert.deepEqual(failed, []);
      await then(scene);
    });
  }
});
