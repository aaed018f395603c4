import assert from 'node:assert/strict';
import { isJudged, pathsIn, trustPlacesIn } from '../../../scripts/editorPaths/found.ts';

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
      ['.github/newhooks', 'ROBOTS.md'],
    );
  });
});

describe('the questions of an editor whether the workspace is trusted', () => {
  it('are found by the method that asks them, and by their number', () => {
    const code = `class A{async _runTasks(e,t){if(!this._a.isWorkspaceTrusted())return;for(let i of e)await t(i)}get(){let x=b.workspace.isTrusted;if(x)return 1}}`;
    assert.deepEqual(trustPlacesIn(code), ['_runTasks 2']);
    assert.deepEqual(
      trustPlacesIn('var r={renderOutputItem(e,i){switch(e.mime){case 1:if(!i.workspace.isTrusted)return}}}'),
      ['renderOutputItem'],
    );
    assert.deepEqual(trustPlacesIn('isWorkspaceTrustedNot;x.isTrusted'), []);
  });
});
