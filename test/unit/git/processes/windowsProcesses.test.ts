import assert from 'node:assert/strict';
import { treeEnd } from '../../../../src/git/processes/windowsProcesses.ts';

describe('treeEnd', () => {
  it('ends the process and all that it started by force, with the program of Windows', () => {
    assert.deepEqual(treeEnd(4711, { SystemRoot: 'D:\\Windows' }), {
      file: 'D:\\Windows\\System32\\taskkill.exe',
      args: ['/pid', '4711', '/T', '/F'],
    });
  });

  it('never looks for the program in another folder', () => {
    assert.equal(treeEnd(1, { PATH: 'C:\\evil' }).file, 'C:\\Windows\\System32\\taskkill.exe');
  });
});
