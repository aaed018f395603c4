import { commands, Uri, window } from 'vscode';
import type { RemoteService } from '../../../kit/remoteService.ts';
import { until } from '../../../kit/until.ts';
import type { Person } from '../../kit/person.ts';

/** What a person has at hand who walks through the questions of a command. */
export interface Scene {
  readonly person: Person;
  readonly service: RemoteService;
  /** A folder of this computer, gone afterwards. */
  readonly folder: string;
  /** What the service answers alice about alice/website, behind the extension's back. */
  readonly call: <T = readonly Row[]>(operation: string, params?: object) => Promise<T>;
}

export type Row = Readonly<Record<string, unknown>>;

/** A command as a person starts it from the palette. */
export interface Walk {
  readonly id: string;
  /** Made before it is started. */
  readonly before?: (scene: Scene) => PromiseLike<unknown>;
  /** Answers each question; left out: it asks nothing. */
  readonly asks?: (scene: Scene) => Promise<unknown>;
  /** What is true afterwards: what the service holds, or what the person sees. */
  readonly then: (scene: Scene) => Promise<unknown>;
}

/** Waits until a view has gone to the row called `label`, in a command started by a person: that row is selected. */
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

/** Opens a file and waits until it is the one at hand: the editor tells of it a little later. */
export async function opens(address: string): Promise<void> {
  const uri = Uri.parse(address);
  await commands.executeCommand('vscode.open', uri);
  await until(() => window.activeTextEditor?.document.uri.toString() === uri.toString());
}

/** Waits for the tab of the active editor, by what it is called. */
export async function showsTab(title: RegExp): Promise<void> {
  await until(() => title.test(window.tabGroups.activeTabGroup.activeTab?.label ?? ''));
}
