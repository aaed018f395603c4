import assert from 'node:assert/strict';
import type { Api } from '../../../../../src/api/client/client.ts';
import type { RecordField, RecordState, Value } from '../../../../../src/domain/documents/text/recordField.ts';
import { issueKind } from '../../../../../src/domain/documents/kinds/issue.ts';
import type { Kind, RecordScope } from '../../../../../src/domain/documents/kinds/kind.ts';
import { milestoneKind } from '../../../../../src/domain/documents/kinds/milestone.ts';
import { releaseKind } from '../../../../../src/domain/documents/kinds/release.ts';
import type { Habits } from '../../../../service/habits.ts';
import { rejection } from '../../../../kit/rejection.ts';
import { Clients } from '../../../kit/clients.ts';

describe('record kinds with every habit of the service', () => {
  const clients = Clients.ofSuite();
  let api: Api;
  let place: RecordScope;
  before(() => {
    api = clients.as('alice');
    const repository = { host: 'local', owner: 'alice', repo: 'website' };
    place = { api, repository, login: 'alice' };
  });
  const at = { owner: 'alice', repo: 'website' };
  const habit = (habits: Partial<Habits>): void => clients.service.set({ habits });
  const written = (values: Readonly<Record<string, Value>>, body = ''): RecordState => ({ values, body });
  const change = async (kind: Kind, id: string, keys: readonly string[], to: RecordState) =>
    await kind.edit(place, id, { to, keys: new Set(keys) });

  it('find a created record whose creation was answered without content', async () => {
    habit({ emptyAfterWrite: true });
    const records: [Kind, RecordState][] = [
      [issueKind, written({ title: 'Created unseen', labels: ['bug', 'new one'], private: 'true' }, 'Text\n')],
      [milestoneKind, written({ title: 'Unseen', due_on: '2027-01-31' }, 'Why\n')],
      [
        releaseKind,
        written({ name: 'Unseen', tag_name: 'v9-unseen', target_commitish: 'main', release_status: 'pre' }, 'Notes\n'),
      ],
    ];
    for (const [kind, snapshot] of records) {
      const found = await kind.create(place, snapshot);
      assert.ok(found, kind.kind);
      assert.equal((await kind.read(place, found.id)).snapshot.body.trimEnd(), snapshot.body.trimEnd());
    }
  });

  it('keep text and labels of an issue if the reply to a change has only a part of the record', async () => {
    const body = 'Text that stays\n';
    const { number = '' } = (await api.issues.create({ ...at, title: 'Whole', body, labels: ['bug'] })) ?? {};
    const json = { id: 1, number, title: 'Still whole' };
    clients.service.fail({ operation: 'issues.edit', fault: { kind: 'answer', status: 200, json, done: true } });
    const edited = await change(issueKind, number, ['title'], written({ title: 'Still whole' }, body));
    clients.service.heal();
    const { values, body: text } = edited?.snapshot ?? assert.fail('no record');
    const { title, state, labels } = values;
    assert.equal(text, body);
    assert.deepEqual([title, state, labels], ['Still whole', 'opened', ['bug']]);
  });

  it('count a change as made if the connection broke after it, and as failed if it broke before', async () => {
    const { number = '' } = (await api.issues.create({ ...at, title: 'Broken connection' })) ?? {};
    clients.service.fail({ operation: 'issues.edit', fault: { kind: 'reset', at: 'headers', done: true }, times: 1 });
    const edited = await change(issueKind, number, ['title'], written({ title: 'Changed once' }, ''));
    assert.equal(edited?.title, 'Changed once');
    clients.service.clear();
    clients.service.fail({ operation: 'issues.edit', fault: { kind: 'reset', at: 'headers' }, times: 1 });
    await rejection(change(issueKind, number, ['title'], written({ title: 'Never' }, '')), 'unreachable');
    assert.equal((await api.issues.get({ ...at, number })).title, 'Changed once');
    assert.equal(clients.service.requests.filter(({ operation }) => operation === 'issues.edit').length, 1);
  });

  /** Two values of each field that names what the host has; the others get them by their type. */
  const named: Readonly<Record<string, readonly [Value, Value]>> = {
    labels: [['bug'], ['bug', 'docs']],
    assignee: ['alice', 'bob'],
    milestone: ['First field', 'Second field'],
    tag_name: ['v9-fields', 'v9-fields'],
    target_commitish: ['main', 'main'],
  };
  const byType: Partial<Record<RecordField['type'], readonly [Value, Value]>> = {
    text: ['Every field', 'Changed'],
    date: ['2027-03-01', '2027-03-02'],
  };
  const valuesOf = ({ key, type, values }: RecordField): readonly [Value, Value] =>
    named[key] ??
    (type === 'choice' ? [values[0], values.at(-1)] : (byType[type] ?? assert.fail(`two values of ${key}`)));

  // A field that a kind declares, but does not send or does not read, would be lost at every save.
  for (const kind of [issueKind, milestoneKind, releaseKind])
    it(`send and read every field of ${kind.kind}`, async () => {
      if (kind === issueKind)
        for (const title of ['First field', 'Second field'])
          await milestoneKind.create(place, written({ title, due_on: '2027-03-01' }));
      const state = (at: 0 | 1): RecordState =>
        written(Object.fromEntries(kind.fields.map((field) => [field.key, valuesOf(field)[at]])), `Text ${at}`);
      const created = await kind.create(place, state(0));
      const editable = kind.fields.filter(({ onlyNew }) => !onlyNew).map(({ key }) => key);
      const read = async (): Promise<Readonly<Record<string, Value>>> =>
        (await kind.read(place, created?.id ?? '')).snapshot.values;
      const expected = (at: 0 | 1) => editable.map((key) => [key, state(at).values[key]]);
      const first = await read();
      assert.deepEqual(
        editable.map((key) => [key, first[key]]),
        expected(0),
      );
      await change(kind, created?.id ?? '', [...editable, 'body'], state(1));
      const second = await read();
      assert.deepEqual(
        editable.map((key) => [key, second[key]]),
        expected(1),
      );
    });

  it('keep a milestone closed during other edits, even if an omitted state reopens it', async () => {
    habit({ milestoneReopens: true });
    const made = await milestoneKind.create(place, written({ title: 'Over', due_on: '2026-12-01' }));
    const id = made?.id ?? '';
    await change(milestoneKind, id, ['state'], written({ title: 'Over', due_on: '2026-12-01', state: 'closed' }));
    const renamed = written({ title: 'Long over', due_on: '2026-12-02', state: 'closed' }, 'Done.');
    await change(milestoneKind, id, ['title', 'due_on', 'body'], renamed);
    const { snapshot, notes } = await milestoneKind.read(place, id);
    assert.deepEqual(snapshot.values, { title: 'Long over', due_on: '2026-12-02', state: 'closed' });
    assert.ok(notes.some(([name, value]) => name === 'counts' && value === '0 open, 0 closed'));
  });

  it('resolve a milestone by its title, an open one first, and report an unknown title', async () => {
    const twin = async (state: string): Promise<string> => {
      const made = await milestoneKind.create(place, written({ title: 'Twin', due_on: '2027-02-01' }));
      await change(milestoneKind, made?.id ?? '', ['state'], written({ title: 'Twin', due_on: '2027-02-01', state }));
      return made?.id ?? '';
    };
    await twin('closed');
    const open = await twin('open');
    const issue = await issueKind.create(place, written({ title: 'Of a milestone', milestone: 'Twin' }));
    const id = issue?.id ?? '';
    const held = [...clients.service.state.repositories.values()]
      .find(({ path, owner }) => path === 'website' && owner === 'alice')
      ?.issues.get(Number(id));
    assert.equal(String(held?.milestone), open);
    habit({ issueMilestone: false });
    assert.deepEqual((await issueKind.read(place, id)).omittedKeys, ['milestone']);
    clients.service.calm();
    await change(issueKind, id, ['milestone'], written({ title: 'Of a milestone' }));
    assert.equal((await issueKind.read(place, id)).snapshot.values.milestone, undefined);
    const wrong = change(issueKind, id, ['milestone'], written({ title: 'x', milestone: 'Nowhere' }));
    assert.equal((await rejection(wrong, 'invalid')).field, 'milestone');
  });

  it('close, reopen, assign and label an issue, for either form of its state and number', async () => {
    for (const habits of [
      { openState: 'open', issueNumber: 'number' },
      { openState: 'opened', issueNumber: 'text' },
    ] as const) {
      habit(habits);
      const made = await issueKind.create(place, written({ title: 'Changing', assignee: 'bob', labels: ['bug'] }));
      const id = made?.id ?? '';
      const now = async () => (await issueKind.read(place, id)).snapshot.values;
      assert.deepEqual([(await now()).state, (await now()).assignee], ['opened', 'bob']);
      const closed = written({ title: 'Changing', state: 'closed', labels: ['one', 'two'] });
      await change(issueKind, id, ['state', 'labels', 'assignee'], closed);
      const { state, assignee, labels } = await now();
      assert.deepEqual([state, assignee, labels], ['closed', undefined, ['one', 'two']]);
      await change(issueKind, id, ['state'], written({ title: 'Changing', state: 'opened' }));
      assert.equal((await now()).state, 'opened');
    }
  });

  it('read a release by its tag, even if the tag is a word of the API', async () => {
    for (const tag_name of ['latest', 'tags']) {
      const snapshot = written({ name: `Called ${tag_name}`, tag_name, target_commitish: 'main' }, 'Notes');
      await releaseKind.create(place, snapshot);
      const found = await releaseKind.read(place, tag_name);
      assert.deepEqual([found.id, found.title], [tag_name, `Called ${tag_name}`]);
      await change(releaseKind, tag_name, ['name'], written({ name: 'Renamed' }, 'Other notes'));
      const { snapshot: after } = await releaseKind.read(place, tag_name);
      assert.deepEqual([after.values.name, after.body], ['Renamed', 'Other notes']);
    }
    await rejection(releaseKind.read(place, 'nothing-of-the-kind'), 'missing');
  });
});
