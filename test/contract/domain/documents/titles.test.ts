import assert from 'node:assert/strict';
import fc from 'fast-check';
import { unmarkedTitle } from '../../../../src/api/record/pullRequest.ts';
import { fieldsOf, type Kind, type RecordScope } from '../../../../src/domain/documents/kinds/kind.ts';
import { issueKind } from '../../../../src/domain/documents/kinds/issue.ts';
import { milestoneKind } from '../../../../src/domain/documents/kinds/milestone.ts';
import { releaseKind } from '../../../../src/domain/documents/kinds/release.ts';
import { saveRecord } from '../../../../src/domain/documents/sync/save.ts';
import { readRecord } from '../../../../src/domain/documents/text/read.ts';
import { writeRecord } from '../../../../src/domain/documents/text/write.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { pullRequestKind } from '../../../../src/domain/pullRequests/pullRequestKind.ts';
import { anyLine } from '../../../kit/arbitrary.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { session } from '../../../kit/remoteFiles.ts';
import { runs } from '../../../kit/runs.ts';
import { Clients } from '../../kit/clients.ts';

/** Titles that mean something else in YAML. */
const ordinary = [
  ...['fix #12', 'See #12 again', 'Sprint #3', '#12 is broken', 'Bug: it crashes', '[WIP] x', '"quoted" rest'],
  ...['@team: look', 'yes', '- dash', 'null', '12', '2026-01-31', '&a b', '!b', '{a: b}', '| x', "it's", '--- x'],
];
const isQuoted = /^(".*"|'.*')$/s;

describe('a line', () => {
  const clients = Clients.ofSuite();

  it('that a person types as title or label and saves is what the service has, for every kind', async function () {
    this.timeout(60_000);
    const at = { owner: 'alice', repo: 'website' };
    const api = clients.as('alice');
    const place: RecordScope = { api, repository: { host: 'local', ...at }, login: 'alice' };
    const features = new HostFeatures(memoryStorage());
    const { connections } = session(clients.service);
    const pulls = pullRequestKind({ connections, loadHostFeatures: () => Promise.resolve(features) });
    const issue = await api.issues.create({ ...at, title: 'T' });
    const milestone = await api.milestones.create({ ...at, title: 'T', due_on: '2027-01-31' });
    const kinds: readonly (readonly [Kind, string])[] = [
      [issueKind, issue?.number ?? ''],
      [milestoneKind, milestone?.number ?? ''],
      [releaseKind, 'v1.1'],
      [pulls, '41'],
    ];
    const save = async (kind: Kind, id: string, line: string): Promise<void> => {
      const { snapshot: base, notes } = await kind.read(place, id);
      const [{ key } = assert.fail()] = kind.fields;
      const typed = line.trim().toWellFormed();
      const label = line.includes(',') ? [] : [typed];
      const text = writeRecord(fieldsOf(kind, false), base, notes)
        .replace(/^(---\n\w+:).*/, (_, head: string) => `${head} ${line}`)
        .replace(
          /^labels:(?: \[\]|(?:\n {2}- .*)+)/m,
          ['labels:', ...label.map(() => `  - ${line}`)].join('\n').replaceAll('$', '$$$$'),
        );
      const { snapshot, problems } = readRecord(kind.fields, text, base);
      assert.deepEqual(problems, []);
      await saveRecord(kind, place, id, { base }, snapshot, undefined);
      const { values } = (await kind.read(place, id)).snapshot;
      // The host marks the title of a draft.
      const isMarked = kind === pulls && values[key] !== typed;
      assert.equal(isMarked ? unmarkedTitle(String(values[key])) : values[key], typed, kind.kind);
      if ('labels' in values) assert.deepEqual(values.labels, label, kind.kind);
    };
    await fc.assert(
      fc.asyncProperty(
        anyLine.filter((line) => line.trim() !== '' && !isQuoted.test(line.trim())),
        async (line) => {
          for (const [kind, id] of kinds) await save(kind, id, line);
        },
      ),
      { ...runs(10), examples: ordinary.map((line): [string] => [line]) },
    );
    assert.deepEqual(clients.service.violations, []);
  });
});
