import assert from 'node:assert/strict';
import { isJudged, pathsIn } from '../../../scripts/editorPaths/found.ts';

describe('the paths of configuration in the code of an editor', () => {
  it('are found as globs, folders and files', () => {
    const code = `a={"**/.github/hooks/*.json":!1,'.newagent/hooks':2};b=".mcp.json",c=\`/.claude/rules/\`;d="AGENTS.md",e=".css-class"`;
    const wanted = ['.github/hooks/*.json', '.newagent/hooks', '.mcp.json', '.claude/rules', 'AGENTS.md'];
    assert.deepEqual(pathsIn(code), wanted);
  });

  it('are found if the code joins their names', () => {
    const code = `a=b.join(c,".newagent","hooks","*.json"),d=e(f(g),'.github',"skills");h.add(".css-class","other-class",1)`;
    assert.deepEqual(pathsIn(code), ['.newagent/hooks/*.json', '.github/skills']);
  });

  it('must be withheld, or judged as harmless', () => {
    const paths = [
      '.github/hooks/*.json',
      '.git/config',
      'README.md',
      '.newagent/hooks',
      '.github/newhooks',
      'ROBOTS.md',
    ];
    assert.deepEqual(
      paths.filter((path) => !isJudged(path)),
      ['.newagent/hooks', '.github/newhooks', 'ROBOTS.md'],
    );
  });
});
