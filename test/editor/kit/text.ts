import { workspace, type Uri } from 'vscode';

/** The content of a file as the editor reads it. */
export const text = async (uri: Uri): Promise<string> => new TextDecoder().decode(await workspace.fs.readFile(uri));
