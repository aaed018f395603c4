import assert from 'node:assert/strict';
import { fileNameOf } from '../../../../src/domain/releases/attachments.ts';

describe('fileNameOf an attachment', () => {
  it('returns names unchanged that every file system can store', () => {
    for (const name of ['a.zip', '中文 说明.pdf', '.hidden', 'a.b.c', 'über-1.0+2.tar.gz'])
      assert.equal(fileNameOf(name), name);
  });

  it('rejects names that lead to another folder', () => {
    for (const name of ['', '.', '..', '../a', 'a/b', 'a\\b', 'a\nb', 'a\u0000.zip', '\ud800'])
      assert.throws(() => fileNameOf(name), { kind: 'invalid', field: 'file_name' }, JSON.stringify(name));
  });

  it('replaces characters that hide the file type, and names of devices', () => {
    assert.equal(fileNameOf('invoice\u202egpj.exe'), 'invoice_gpj.exe');
    assert.equal(fileNameOf('a\u200b\u2066b.txt'), 'a__b.txt');
    assert.equal(fileNameOf('a.exe:stream'), 'a.exe_stream');
    assert.deepEqual(['CON', 'nul.txt', 'com1', 'conifer'].map(fileNameOf), ['_CON', '_nul.txt', '_com1', 'conifer']);
    assert.deepEqual(['a.', 'a '].map(fileNameOf), ['a_', 'a_']);
  });
});
