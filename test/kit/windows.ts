/**
 * The windows of the stage `editor`, in the two rows that run side by side. One has a remote folder; the others share the
 * tests that need none, because one window alone waits for answers most of the time.
 */
export const windows = [['editor'], ['editorInFolder', 'editorToo']] as const;

type EditorWindow = (typeof windows)[number][number];

/** Both windows without a folder take about as long as each other, with `editorInFolder` before the second. */
const firstOfSecond = 'pullRequests';

/** The window for a test, by its path below test/editor. */
export function windowOf(file: string): EditorWindow {
  if (file.startsWith('inFolder')) return 'editorInFolder';
  return file < firstOfSecond ? 'editor' : 'editorToo';
}
