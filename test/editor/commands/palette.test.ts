import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, extensions, TabInputText, TabInputWebview, window } from 'vscode';
import type { Exports } from '../../../src/editor/exports/api.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { surface } from '../../kit/surface.ts';
import { setParentFolders } from '../kit/parentFolders.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';
import { hosts } from './palette/hosts.ts';
import { people } from './palette/people.ts';
import { pullRequests } from './palette/pullRequests.ts';
import { records } from './palette/records.ts';
import { refs } from './palette/refs.ts';
import { repositories } from './palette/repositories.ts';
import { runs } from './palette/runs.ts';
import { searches } from './palette/searches.ts';
import type { Scene, Walk } from './palette/walk.ts';

interface Manifest {
  readonly contributes: {
    readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when?: string }[] };
  };
}

const isRecord = (input: unknown): boolean => input instanceof TabInputText && input.uri.scheme === 'sourcehost-record';

describe('the palette', () => {
  const service = new RemoteService();
  const person = new Person();
  const scene: { -readonly [Part in keyof Scene]: Scene[Part] } = {
    person,
    service,
    folder: '',
    call: <T>(operation: string, params?: object) => service.call<T>(operation, params),
  };

  const { HOME } = process.env;
  /** Whether a command can ask, as it describes itself; and the commands that asked. */
  const questions = new Map<string, boolean>();
  const askedIn = new Set<string>();

  before(async () => {
    scene.folder = await mkdtemp(join(tmpdir(), 'sourcehost-palette-'));
    await service.reset();
    await signIn(service, 'alice');
    await setParentFolders('always');
    const api = extensions.getExtension<Exports>('sourcehost.sourcehost')?.exports.getApi(1);
    for (const described of (await api?.commands()) ?? [])
      questions.set(described.id.replace('sourcehost.', ''), described.questions.length > 0);
    await commands.executeCommand('sourcehost.repository.lock', { host: 'local', repository: 'alice/website' });
  });
  beforeEach(async () => {
    // A command takes the record that is open.
    await window.tabGroups.close(
      window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .filter(({ input }) => input instanceof TabInputWebview || isRecord(input)),
    );
    person.sit();
  });
  afterEach(async () => {
    person.leave();
    await service.heal();
  });
  after(async () => {
    // One of the walks uses the folder that is removed.
    process.env.HOME = HOME;
    await setParentFolders(undefined);
    await tidy();
    assert.deepEqual(await service.violations(), []);
    await service.reset();
    await rm(scene.folder, { recursive: true, force: true });
  });

  /** Programs alone run the commands that the palette hides. */
  const offered = (): readonly string[] => {
    const { contributes } = (extensions.getExtension('sourcehost.sourcehost')?.packageJSON ?? {}) as Manifest;
    const hidden = new Set(
      contributes.menus.commandPalette.flatMap((one) => (one.when === 'false' ? one.command : [])),
    );
    return surface.filter((id) => !hidden.has(`sourcehost.${id}`));
  };

  const walks: readonly Walk[] = [
    ...refs,
    ...people,
    ...records,
    ...pullRequests,
    ...repositories,
    ...runs,
    ...searches,
    ...hosts,
  ];

  it('has a walk for every public command', () => {
    const walked = new Set(walks.map(({ id }) => id));
    assert.deepEqual(
      offered().filter((id) => !walked.has(id)),
      [],
    );
  });

  for (const { id, before: prepare, asks, fails, then } of walks) {
    it(`asks for the arguments of ${id}`, async () => {
      await service.clear();
      await prepare?.(scene);
      const ran = Promise.resolve(commands.executeCommand(`sourcehost.${id}`));
      await asks?.(scene);
      await person.waitsFor(ran);
      const failed = person.told.filter(({ kind }) => kind === 'error').map(({ text }) => text);
      if (fails === undefined) assert.deepEqual(failed, []);
      else assert.ok(failed.length === 1 && fails.test(failed[0] ?? ''), `it told: ${failed.join(' | ')}`);
      if (person.asked > 0) askedIn.add(id);
      assert.ok(questions.get(id) === true || person.asked === 0, `${id} does not say that it asks`);
      await then(scene);
    });
  }

  it('asks in a walk of every command whose title says so', () => {
    assert.deepEqual(
      offered().filter((id) => questions.get(id) === true && !askedIn.has(id)),
      [],
    );
  });
});
