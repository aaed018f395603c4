// Writes docs/commands.md from the declarations of the commands; a unit test checks that it is current.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describedCommands } from './commandDocs/describedCommands.ts';
import { commandPage } from './commandDocs/page.ts';
import { root } from './kit/paths.ts';

await writeFile(join(root, 'docs', 'commands.md'), commandPage(await describedCommands()));
