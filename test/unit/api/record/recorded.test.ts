import assert from 'node:assert/strict';
import { join, relative } from 'node:path';
import { decodeRecorded, readRecorded, recordedFiles } from '../../../kit/recordedAnswers.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'recorded');

describe('recorded answers of real hosts', () => {
  for (const file of recordedFiles(folder)) {
    it(`are decoded wholly: ${relative(folder, file)}`, async () => {
      const recorded = readRecorded(file);
      const { failure, unreadable } = await decodeRecorded(recorded);
      assert.deepEqual(unreadable, []);
      if (failure !== undefined) assert.notEqual(failure.kind, 'unreadable');
    });
  }
});
