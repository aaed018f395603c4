// Writes docs/api-coverage.md from the endpoint table; a unit test checks that it is current.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { coverage } from './apiCoverage/table.ts';
import { root } from './kit/paths.ts';

await writeFile(join(root, 'docs', 'api-coverage.md'), coverage());
