import assert from 'node:assert/strict';
import { baseName, isGitFolderName, parentOf, pathIn } from '../../../src/core/path.ts';

describe('isGitFolderName', () => {
  it('accepts every name that git, Windows or macOS treats as .git', () => {
    const names = [
      '.git',
      '.GIT',
      'git~1',
      'GIT~1',
      '.git.',
      '.git . ',
      '.git::$INDEX_ALLOCATION',
      '.git\\config',
      'a\\.git',
    ];
    const hidden = ['.g\u200cit', '\ufeff.git', '.gi\u202et', '.git\ufe0f', '.gi\u034ft', '\uff0egit'];
    for (const name of [...names, ...hidden]) assert.ok(isGitFolderName(name), JSON.stringify(name));
  });

  it('rejects other names', () => {
    const others = [
      '',
      'git',
      '.gitignore',
      '.github',
      '.gitattributes',
      'git~2',
      'x.git',
      '.git-old',
      'digit~1',
      '.g it',
    ];
    assert.deepEqual(others.filter(isGitFolderName), []);
  });
});

describe('The parts of a path', () => {
  it('are its folder and its name, and the folder of the root is the root', () => {
    const paths = ['a/b/c.ts', 'c.ts', ''];
    assert.deepEqual(
      paths.map((path) => [parentOf(path), baseName(path)]),
      [
        ['a/b', 'c.ts'],
        ['', 'c.ts'],
        ['', ''],
      ],
    );
    for (const path of paths) assert.equal(pathIn(parentOf(path), baseName(path)), path);
  });
});
