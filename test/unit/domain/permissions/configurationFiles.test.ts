import assert from 'node:assert/strict';
import { configurationPaths, isConfiguration } from '../../../../src/domain/permissions/configurationFiles.ts';

describe('isConfiguration', () => {
  it('accepts the configuration files of the editor in every folder', () => {
    for (const path of configurationPaths) {
      assert.ok(isConfiguration(path), path);
      assert.ok(isConfiguration(`packages/one/${path}`), path);
    }
    for (const path of ['all.code-workspace', 'deep/down/all.code-workspace', '.code-workspace'])
      assert.ok(isConfiguration(path), path);
  });

  it('rejects every other file', () => {
    const others = [
      '',
      '.vscode',
      'settings.json',
      '.vscode/notes.md',
      '.vscode/settings.json/x',
      'x.vscode/tasks.json',
    ];
    assert.deepEqual(others.filter(isConfiguration), []);
  });
});
