import { win32 } from 'node:path';

/** The command of Windows that ends the process `pid` and all that it started, without a question. */
export function treeEnd(
  pid: number,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly file: string; readonly args: readonly string[] } {
  // An absolute path: a program of that name in another folder is never started.
  const file = win32.join(environment.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe');
  return { file, args: ['/pid', `${pid}`, '/T', '/F'] };
}
