// Writes docs/commands.md from the declarations of the commands, and the list of tools into its pages; a unit test checks
// that they are current.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describedCommands } from './commandDocs/describedCommands.ts';
import { commandPage } from './commandDocs/page.ts';
import { toolPages, withToolList } from './commandDocs/toolList.ts';
import { root } from './kit/paths.ts';

await writeFile(join(root, 'docs', 'commands.md'), commandPage(await describedCommands()));
for (const [page, texts] of toolPages) await writeFile(join(root, page), await withToolList(page, texts));
