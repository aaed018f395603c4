import assert from 'node:assert/strict';
import { extensions } from 'vscode';

describe('activation', () => {
  it('succeeds in the extension host', async () => {
    const extension = extensions.getExtension('sourcehost.sourcehost');
    assert.ok(extension, 'the extension is not installed');
    await extension.activate();
    assert.ok(extension.isActive);
  });
});
