// Writes docs/failures.md: the messages of all failures, in both languages.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failurePage } from './failureDocs/page.ts';
import { root } from './kit/paths.ts';

await writeFile(join(root, 'docs', 'failures.md'), failurePage());
