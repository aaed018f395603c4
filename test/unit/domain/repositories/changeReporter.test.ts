import assert from 'node:assert/strict';
import { Failure } from '../../../../src/core/errors.ts';
import { ChangeReporter } from '../../../../src/domain/repositories/changeReporter.ts';
import { rejection } from '../../../kit/rejection.ts';

describe('ChangeReporter', () => {
  let reporter: ChangeReporter;
  let reported: string[];
  beforeEach(() => {
    reporter = new ChangeReporter({ mtime: () => 0 });
    reported = [];
    reporter.onDidChangeFiles((changes) => reported.push(...changes.map(({ path, type }) => `${type} ${path}`)));
  });

  it('reports a listed link whose target turns out to be a folder, once', () => {
    const link = { kind: 'symlink', sha: undefined } as const;
    reporter.noteListed('a', new Map([['link', link]]));
    reporter.reportFolder('a/other');
    assert.deepEqual(reported, []);
    reporter.reportFolder('a/link');
    reporter.reportFolder('a/link');
    assert.deepEqual(reported, ['deleted a/link', 'created a/link']);
  });

  it('does not report a link that was listed again with its target', () => {
    const link = { kind: 'symlink', sha: undefined } as const;
    reporter.noteListed('', new Map([['link', link]]));
    reporter.noteListed('', new Map([['link', { ...link, leadsTo: 'folder' }]]));
    reporter.reportFolder('link');
    assert.deepEqual(reported, []);
  });

  it('reports a path as changed after its request failed temporarily', async () => {
    const offline = new Failure('unreachable', 'no', { reason: 'offline' });
    const absent = new Failure('missing', 'no', { reason: 'noFile', about: ['absent'] });
    for (const [path, failure] of [
      ['passes', offline],
      ['absent', absent],
      ['answered', offline],
    ] as const) {
      await rejection(reporter.answer(path, () => Promise.reject(failure)));
    }
    await reporter.answer('answered', () => Promise.resolve());
    reporter.retryFailed();
    reporter.retryFailed();
    assert.deepEqual(reported, ['changed passes']);
  });
});
