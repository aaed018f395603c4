// Kills the extension host repeatedly during a commit of 30 files: npm run kills [-- TIMES]
import { spawnSync } from 'node:child_process';
import { root } from './kit/paths.ts';

const [times = '20'] = process.argv.slice(2);
const { status } = spawnSync(process.execPath, ['scripts/test.ts', 'journeys', 'kills'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, KILLS: times },
});
process.exit(status ?? 1);
