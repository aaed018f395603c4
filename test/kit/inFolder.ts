/** Whether the tests of `file`, a path below test/editor, need a window with a remote folder instead of an empty one. */
export const isInFolder = (file: string): boolean => file.startsWith('inFolder');
