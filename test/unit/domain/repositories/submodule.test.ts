import assert from 'node:assert/strict';
import { submoduleAddress } from '../../../../src/domain/repositories/submodule.ts';

const text = `
[core]
	path = libs/other
# [submodule "libs/commented"]
[submodule "a"]
	path = libs/a
	url = https://example.org/a.git ; a comment
[Submodule "b \\" c"]
	PATH = "libs/b c"
	Url = "../../tools/b\\"c.git"
[submodule "empty"]
	path = libs/empty
	url =
[submodule "hostile"]
	path = libs/hostile
	url = "https://example.org/\u202egit.exe"
`;

describe('The address of a submodule', () => {
  const address = (path: string): string | undefined =>
    submoduleAddress(text, path, 'https://host.example/alice/project.git');

  it('is the one of its path in .gitmodules', () => {
    assert.equal(address('libs/a'), 'https://example.org/a.git');
    for (const path of ['libs/other', 'libs/empty', 'libs/commented', 'a', '']) assert.equal(address(path), undefined);
  });

  it('starts at the address of the repository if it is relative', () => {
    assert.equal(address('libs/b c'), 'https://host.example/tools/b%22c.git');
  });

  it('hides no character', () => {
    assert.ok(!address('libs/hostile')?.includes('\u202e'));
  });
});
