import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toolTable } from '../../src/tools/table.ts';
import { root } from '../kit/paths.ts';

/** The pages with the list of tools, with the texts of package.json in their language. */
export const toolPages: readonly (readonly [page: string, texts: string])[] = [
  ['docs/sourcehost-mcp.md', 'package.nls.json'],
  ['docs/sourcehost-mcp.zh-CN.md', 'package.nls.zh-cn.json'],
];

const listed = /(?<=<!-- tools -->\n)[^]*(?=<!-- \/tools -->)/;

/** The page with the list of the tools of today between its two marks. */
export async function withToolList(page: string, texts: string): Promise<string> {
  const [content = '', json = '{}'] = await Promise.all(
    [page, texts].map((file) => readFile(join(root, file), 'utf8')),
  );
  const described = JSON.parse(json) as Readonly<Record<string, string>>;
  const rows = toolTable.map(({ name, effect }) => {
    const text = described[`tool.${name.slice('sourcehost_'.length)}.description`] ?? '';
    return `- \`${name}\`${effect === 'read' ? '' : ' (`--write`)'}: ${text}\n`;
  });
  return content.replace(listed, `\n${rows.join('')}\n`);
}
