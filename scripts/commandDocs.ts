// Writes docs/commands.md from the extension as it runs in the editor; the same test, without this, checks that it is current.
import { editor } from './test/editor.ts';

process.env.SOURCEHOST_WRITE = 'yes';
const { failed } = await editor({
  files: ['documentation'],
  grep: undefined,
  show: (part) => process.stdout.write(part),
});
process.exitCode = failed;
