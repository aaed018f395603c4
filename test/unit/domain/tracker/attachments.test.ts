import assert from 'node:assert/strict';
import { fileNameOf } from '../../../../src/domain/tracker/attachments.ts';

describe('the file name of an attachment', () => {
  it('is the attachment’s where every system can have it', () => {
    for (const name of ['a.zip', '中文 说明.pdf', '.hidden', 'a.b.c', 'über-1.0+2.tar.gz'])
      assert.equal(fileNameOf(name), name);
  });

  it('leads nowhere else', () => {
    for (const name of ['', '.', '..', '../a', 'a/b', 'a\\b', 'a\nb', 'a\u0000.zip', '\ud800'])
      assert.throws(() => fileNameOf(name), { kind: 'invalid', field: 'file_name' }, JSON.stringify(name));
  });

  it('looks like what it is, and is no device', () => {
    assert.equal(fileNameOf('invoice\u202egpj.exe'), 'invoice_gpj.exe');
    assert.equal(fileNameOf('a\u200b\u2066b.txt'), 'a__b.txt');
    assert.equal(fileNameOf('a.exe:stream'), 'a.exe_stream');
    assert.deepEqual(['CON', 'nul.txt', 'com1', 'conifer'].map(fileNameOf), ['_CON', '_nul.txt', '_com1', 'conifer']);
    assert.deepEqual(['a.', 'a '].map(fileNameOf), ['a_', 'a_']);
  });
});
