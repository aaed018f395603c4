import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseJson } from '../../src/core/text.ts';
import { issueKind } from '../../src/domain/documents/kinds/issue.ts';
import { readForm, readTemplate } from '../../src/domain/documents/assist/templateText.ts';
import { readRecord } from '../../src/domain/documents/text/read.ts';
import { issueLine } from '../../src/domain/issues/queries.ts';
import { readQueries } from '../../src/domain/queries/queryLine.ts';
import { readHosts } from '../../src/domain/session/hostSettings.ts';
import { fakeApi } from '../kit/fakeApi.ts';
import { runs } from '../kit/runs.ts';

const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then'];

/** JSON text with such keys at any depth. It is text because an object literal would set the prototype. */
const hostileJson = fc
  .letrec<{ any: string }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('1', 'null', '"x"', 'true'),
      fc
        .array(fc.tuple(fc.constantFrom(...names, 'id', 'name', 'labels', 'user', 'title', 'polluted'), tie('any')))
        .map((entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
      fc.array(tie('any')).map((items) => `[${items.join(',')}]`),
    ),
  }))
  .any.map((text) => text);

const shared = Object.getOwnPropertyNames(Object.prototype).sort();

/** Asserts that Object.prototype is unchanged. */
function unharmed(): void {
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype).sort(), shared);
  assert.equal(({} as { polluted?: unknown }).polluted, undefined);
}

describe('keys like __proto__ and constructor', () => {
  it('are harmless in every answer of the service', async () => {
    await fc.assert(
      fc.asyncProperty(hostileJson, async (body) => {
        const given = `{"id":1,"number":1,"login":"x","title":"t","full_name":"a/b","name":"n","sha":"s",${body.startsWith('{') && body !== '{}' ? body.slice(1) : '"z":1}'}`;
        const { api } = fakeApi(() => ({ body: `[${given}]` }));
        const one = fakeApi(() => ({ body: given }));
        const at = { owner: 'o', repo: 'r' };
        const read: readonly Promise<unknown>[] = [
          api.issues.list(at),
          api.branches.list(at),
          api.releases.list(at),
          one.api.issues.get({ ...at, number: '1' }),
          one.api.repositories.get(at),
          one.api.repositories.languages(at),
          one.api.users.events({ username: 'x', year: '2026' }),
          one.api.releases.uploadGrant({ ...at, tag: 't', file_name: 'f' }),
        ];
        for (const { value } of (await Promise.allSettled(read)).map((each) => ({
          value: each.status === 'fulfilled' ? each.value : undefined,
        })))
          if (typeof value === 'object' && value !== null)
            assert.ok([Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value) as object));
        unharmed();
      }),
      runs(300),
    );
  });

  it('are harmless in settings, front matter, templates and stored data', () => {
    fc.assert(
      fc.property(hostileJson, (text) => {
        const value = parseJson(text);
        readHosts([value]);
        readQueries(issueLine, [value]);
        const front = `---\n${text.slice(0, 2000)}\n---\n\nbody`;
        readRecord(issueKind.fields, front);
        readTemplate(front);
        readForm(text);
        unharmed();
      }),
      runs(500),
    );
  });

  it('are reported as unknown keys in front matter and in a query', () => {
    for (const name of names) {
      const read = readRecord(issueKind.fields, `---\ntitle: T\n${name}: x\n---\n\nbody`);
      const told = read.problems.map((problem) => ('key' in problem ? `${problem.code} ${problem.key}` : problem.code));
      assert.deepEqual(told, [`unknownKey ${name}`]);
      assert.deepEqual(Object.keys(read.snapshot.values).includes(name), false);
      assert.equal(readQueries(issueLine, [{ name: 'n', query: `${name}:x` }]).problems.length, 1, name);
    }
  });
});
