import assert from 'node:assert/strict';
import { isFailure } from '../../../src/core/errors.ts';
import type { Tool } from '../../../src/tools/kit/tool.ts';
import { toolTable } from '../../../src/tools/table.ts';
import { rejection } from '../../kit/rejection.ts';
import { inputsOf } from '../../kit/toolServices.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { toolWindow } from '../kit/toolWindow.ts';

/** Texts that lead out of a repository where a program joins them to an address, a path or a command. */
const leadingOut = [
  '../../bob/dotfiles',
  '%2e%2e%2f%2e%2e%2fbob%2fdotfiles',
  'main/../../../../bob/dotfiles',
  'https://alice:secret@git.test/bob/dotfiles',
  'bob/dotfiles',
  '..\\..\\bob\\dotfiles',
  'x?access_token=1#y',
  'x\r\nHost: git.test',
  '--upload-pack=touch',
  '@{-1}',
] as const;

/** The inputs of a tool that are texts, with a hostile text in one of them. */
function hostileInputs(tool: Tool): readonly Readonly<Record<string, unknown>>[] {
  const usual = inputsOf(tool, 'alice/website');
  return Object.entries(tool.inputSchema.properties ?? {}).flatMap(([key, { type, enum: values, items }]) => {
    const isText = type === 'string' && values === undefined;
    const isList = type === 'array' && items?.type === 'string' && items.enum === undefined;
    if (!isText && !isList) return [];
    return leadingOut.map((text) => ({ ...usual, [key]: isList ? [text] : text }));
  });
}

describe('Inputs of tools that lead out of the allowed repository', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());

  for (const tool of toolTable) {
    it(`reach no other repository by ${tool.name}, although the user agrees`, async () => {
      const name = tool.name.slice('sourcehost_'.length);
      await using tools = await toolWindow(service, ['alice/website']);
      service.clear();
      for (const given of hostileInputs(tool)) {
        try {
          await tools.call(name, given);
        } catch (error) {
          assert.ok(isFailure(error) && error.reason !== 'unexpected', `${JSON.stringify(given)}: ${String(error)}`);
        }
      }
      for (const { params, path } of service.requests) {
        const { owner, repo } = params;
        // A search names the repository in one of two forms, and leaves out issues of others.
        if (owner === undefined && 'repo' in params) assert.match(String(repo), /^(?:alice\/)?website$/, path);
        else if ('repo' in params) assert.deepEqual([owner, repo], ['alice', 'website'], path);
        assert.ok(!decodeURIComponent(path).startsWith('/bob'), path);
      }
      assert.deepEqual(service.violations, []);
    });
  }
});

describe('A control character in an input of a tool', () => {
  const texts = new Set(['body', 'content', 'exclude', 'include', 'message', 'new_text', 'old_text', 'query', 'title']);

  it('is refused by the name of the input before a request, unless the input is a text', async () => {
    const service = await startService();
    await using tools = await toolWindow(service, ['alice/website']);
    for (const tool of toolTable)
      for (const [key, value] of Object.entries(inputsOf(tool, 'alice/website'))) {
        const isText = typeof value === 'string' && tool.inputSchema.properties?.[key]?.enum === undefined;
        if (texts.has(key) || !(isText || (Array.isArray(value) && typeof value[0] === 'string'))) continue;
        const hostile = isText ? `${value}\0x` : [`${String(value)}\0x`];
        const given = { ...inputsOf(tool, 'alice/website'), [key]: hostile };
        const { field } = await rejection(tools.call(tool.name.slice('sourcehost_'.length), given), 'invalid');
        assert.equal(field, key, tool.name);
      }
    assert.deepEqual(service.requests, []);
    await service.close();
  });
});
