/** Whether the tests of `file`, a path below test/editor, want a window with a remote folder; the others have an empty one. */
export const isInFolder = (file: string): boolean => file.startsWith('inFolder');
