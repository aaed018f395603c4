import { commands, Uri, window } from 'vscode';
import type { RemoteService } from '../../../kit/remoteService.ts';
import { until } from '../../../kit/until.ts';
import type { Person } from '../../kit/person.ts';

/** The context of a walk through the questions of a command. */
export interface Scene {
  readonly person: Person;
  readonly service: RemoteService;
  /** A folder of this computer, removed afterwards. */
  readonly folder: string;
  /** Calls the service directly as alice, about alice/website. */
  readonly call: <T = readonly Row[]>(operation: string, params?: object) => Promise<T>;
}

export type Row = Readonly<Record<string, unknown>>;

/** A command, started from the palette. */
export interface Walk {
  readonly id: string;
  /** Runs before the command is started. */
  readonly before?: (scene: Scene) => PromiseLike<unknown>;
  /** Answers each question; without it, the command asks nothing. */
  readonly asks?: (scene: Scene) => Promise<unknown>;
  /** The one error that the command shows; without it, it shows none. */
  readonly fails?: RegExp;
  /** Checks the result: the data of the service, or the visible state. */
  readonly then: (scene: Scene) => Promise<unknown>;
}

/** Waits until a view has revealed and selected the row `label`. */
export async function selects(label: string): Promise<void> {
  const selected = async (): Promise<unknown> =>
    await Promise.resolve(commands.executeCommand('sourcehost.item.copyName', {})).catch(() => undefined);
  await until(async () => (await selected()) === label);
}

/** Waits for the document of the active editor. Answers its text. */
export async function shows(name: RegExp): Promise<string> {
  const shown = (): string => window.activeTextEditor?.document.uri.toString(true) ?? '';
  await until(() => name.test(shown()));
  return window.activeTextEditor?.document.getText() ?? '';
}

/** Opens a file and waits until it is the active editor, whose event comes a little later. */
export async function opens(address: string): Promise<void> {
  const uri = Uri.parse(address);
  await commands.executeCommand('vscode.open', uri);
  await until(() => window.activeTextEditor?.document.uri.toString() === uri.toString());
}
