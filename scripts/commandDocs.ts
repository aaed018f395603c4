// Writes docs/commands.md from the commands of the running extension; without this script, the same test checks that
// the page is current.
import { editor } from './test/editor.ts';

process.env.SOURCEHOST_WRITE = 'yes';
const { failed } = await editor({
  files: ['documentation'],
  grep: undefined,
  show: (part) => process.stdout.write(part),
});
process.exitCode = failed;
