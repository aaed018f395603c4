// Packs the MCP server as the package sourcehost-mcp: npm run package:mcp
import { join } from 'node:path';
import { packageMcp } from './kit/mcpPackage.ts';
import { root } from './kit/paths.ts';

console.log(await packageMcp(join(root, 'out')));
