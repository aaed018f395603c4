import { l10n, ThemeIcon } from 'vscode';
import { cancelled, throwIfCancelled, toFailure } from '../../../core/errors.ts';
import { explain } from '../../kit/messages/explain.ts';
import type { Prompt } from '../../kit/prompts/prompt.ts';
import type { Choice } from '../../kit/prompts/question.ts';
import type { Batch, Children, Node } from './node.ts';

export interface NodeQuestion<T> {
  readonly placeholder: string;
  readonly children: Children;
  /** The value of a chosen node; undefined for a node that is only expanded. */
  readonly value: (node: Node) => T | undefined;
  /** Turns typed text into a choice. */
  readonly typed?: (text: string) => { readonly label: string; readonly value: T } | undefined;
  readonly signal: AbortSignal;
}

type Answer<T> = { readonly value: T } | { readonly node: Node } | 'more' | 'up' | 'again';

/** Lets the user choose among the nodes of the views, one part at a time. */
export async function pickNode<T>(prompt: Prompt, question: NodeQuestion<T>): Promise<T> {
  const levels = [new Level(question.children, question.signal)];
  for (;;) {
    const level = levels.at(-1);
    if (level === undefined) throw cancelled();
    const answer = await ask(prompt, question, level, levels.length > 1);
    throwIfCancelled(question.signal);
    if (answer === 'up') levels.pop();
    else if (answer === 'more') level.wanted += 1;
    else if (answer === 'again') continue;
    else if ('value' in answer) return answer.value;
    else if (answer.node.children !== undefined) levels.push(new Level(answer.node.children, question.signal));
  }
}

/** The children of one node that were read so far. */
class Level {
  readonly #batches: AsyncIterator<Batch, undefined, undefined>;
  readonly #read: Batch[] = [];
  wanted = 1;
  more = true;

  constructor(children: Children, signal: AbortSignal) {
    this.#batches = children(signal);
  }

  get nodes(): readonly Node[] {
    return [...this.#read.flatMap(({ nodes }) => nodes), ...(this.#read.at(-1)?.groups ?? [])];
  }

  async load(): Promise<void> {
    while (this.more && this.#read.length < this.wanted) {
      const { value: batch } = await this.#batches.next();
      this.more = batch?.more ?? false;
      if (batch !== undefined) this.#read.push(batch);
    }
  }
}

async function ask<T>(prompt: Prompt, question: NodeQuestion<T>, level: Level, below: boolean): Promise<Answer<T>> {
  const known = level.nodes.length;
  return await prompt.pick<Answer<T>>({
    placeholder: question.placeholder,
    items: choices(question, level, below),
    active: (answer) => typeof answer === 'object' && 'node' in answer && level.nodes.indexOf(answer.node) === known,
    typed: (text) => {
      const typed = question.typed?.(text.trim());
      return typed && { label: typed.label, value: { value: typed.value } };
    },
  });
}

async function* choices<T>(
  { value }: NodeQuestion<T>,
  level: Level,
  below: boolean,
): AsyncGenerator<readonly Choice<Answer<T>>[]> {
  if (below) yield [{ label: l10n.t('Back'), iconPath: new ThemeIcon('arrow-left'), value: 'up' }];
  try {
    await level.load();
  } catch (error) {
    const label = explain(toFailure(error));
    yield [{ label: l10n.t('Try Again'), detail: label, iconPath: new ThemeIcon('refresh'), value: 'again' }];
    return;
  }
  yield level.nodes.flatMap((node) => choiceOf(node, value(node)) ?? []);
  if (level.more) yield [{ label: l10n.t('Load more'), iconPath: new ThemeIcon('ellipsis'), value: 'more' }];
}

function choiceOf<T>(node: Node, value: T | undefined): Choice<Answer<T>> | undefined {
  const { label, description, icon } = node.row;
  if (value === undefined && node.children === undefined) return undefined;
  return {
    label,
    ...(description === undefined ? {} : { description }),
    ...(icon === undefined ? {} : { iconPath: new ThemeIcon(icon) }),
    value: value === undefined ? { node } : { value },
  };
}
