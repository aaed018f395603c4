import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../../scripts/kit/paths.ts';
import { readArguments } from '../../../src/mcp/options.ts';
import { toolTable } from '../../../src/tools/table.ts';

const names = readdirSync(join(root, 'skills'));
const json = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const tools = new Map(toolTable.map((tool) => [tool.name, tool]));

describe('The skills', () => {
  it('are all in package.json', () => {
    const { contributes } = json('package.json') as { contributes: { chatSkills: readonly { path: string }[] } };
    const paths = contributes.chatSkills.map(({ path }) => path);
    assert.deepEqual(paths.toSorted(), names.map((name) => `./skills/${name}/SKILL.md`).sort());
  });

  for (const name of names) {
    const text = readFileSync(join(root, 'skills', name, 'SKILL.md'), 'utf8');
    const [, matter = '', body = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];

    it(`have a name and a description in English and Chinese: ${name}`, () => {
      const { name: own, description } = parse(matter) as { name: string; description: string };
      assert.equal(own, name);
      assert.ok(description.length <= 1024);
      assert.match(description, /Use for "[^]*触发词：.*\p{Script=Han}/u);
    });

    it(`name only tools, inputs and values that exist: ${name}`, () => {
      const used = [...body.matchAll(/`(sourcehost_\w+)`/g)].map(([, tool = '']) => tool);
      assert.ok(used.length >= 4);
      assert.deepEqual(
        used.filter((tool) => !tools.has(tool)),
        [],
      );
      const fields = toolTable.flatMap((tool) => Object.entries(tool.fields));
      for (const [, code = ''] of body.matchAll(/`([^`]+)`/g)) {
        if (tools.has(code)) continue;
        const [field = '', value] = code.split(': ');
        const known = fields.filter(([key]) => key === field);
        assert.ok(known.length > 0, code);
        const isValue = known.some(([, { check }]) => check(value === 'true' ? true : value) === undefined);
        assert.ok(value === undefined || isValue, code);
      }
    });
  }
});

describe('.mcp.json', () => {
  it('starts the server with arguments that it takes', () => {
    const { mcpServers } = json('.mcp.json') as {
      mcpServers: Record<string, { command: string; args: readonly string[] }>;
    };
    const [program, ...args] = mcpServers.sourcehost?.args ?? [];
    assert.equal(program, 'dist/mcp.cjs');
    assert.equal(readArguments(args).kind, 'serve');
  });
});

describe('docs/sourcehost-mcp.md', () => {
  const page = readFileSync(join(root, 'docs', 'sourcehost-mcp.md'), 'utf8');
  const commands = [...page.matchAll(/(?:"args": |args = )(\[[^\]]*\])/g)].map(
    ([, args = '']) => JSON.parse(args) as string[],
  );

  it('has examples that start the server, in JSON that clients read', () => {
    for (const [, example = ''] of page.matchAll(/^```json\n(.*?)^```/gms)) JSON.parse(example);
    assert.ok(commands.length >= 8);
    for (const args of commands) {
      const file = args.findIndex((arg) => arg.endsWith('.tgz'));
      assert.match(args[file] ?? '', /^file:/);
      assert.equal(readArguments(args.slice(file + 1)).kind, 'serve', args.join(' '));
    }
  });

  it('names every skill as a prompt', () => {
    assert.deepEqual(
      names.filter((name) => !page.includes(`| \`${name}\` |`)),
      [],
    );
  });
});
