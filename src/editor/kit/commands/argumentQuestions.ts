import { l10n } from 'vscode';
import type { Fields } from '../../../api/contract/field.ts';
import { wrongValue, type Failure } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import { oneLine } from '../../../core/text.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import type { AnyCommand, Arguments, Invocation } from '../command.ts';
import { explain } from '../messages/explain.ts';
import { askAll, type Prompt, type Question, type RefusedAnswer } from '../prompts/prompt.ts';
import { nameTaken } from './ask.ts';
import { refusedArgument } from './refusal.ts';
import { questionTitle } from './questionTitle.ts';
import { repositoryFields, type Call } from './target.ts';

interface QuestionContext {
  readonly id: string;
  readonly title: string;
  readonly command: AnyCommand;
  readonly call: Call;
  /** The given arguments; the answers are added to it. */
  readonly args: Record<string, unknown>;
  readonly invocation: Invocation;
}

export function missingFields(fields: Fields, args: Arguments): string[] {
  return Object.entries(fields).flatMap(([field, { optional }]) =>
    optional || args[field] !== undefined ? [] : [field],
  );
}

/** The question whether to run the command, or to answer the questions for `more` fields too. */
const moreQuestion = Symbol('more');

/** The questions for the missing arguments of one run of a command, in the order of its fields. */
export class ArgumentQuestions {
  readonly #context: QuestionContext;
  readonly #args: Record<string, unknown>;
  /** Fields that are always asked for. */
  readonly #first: readonly string[];
  /** Fields that are asked for on request. */
  readonly #more: readonly string[];
  /** How many questions are expected at the beginning. */
  readonly #expected: number;
  #wantsMore = false;
  #visitedIndexes: readonly number[] = [];

  /** @throws Failure `invalid` if a required field has neither a value nor a question */
  constructor(context: QuestionContext) {
    this.#context = context;
    const { command, call, args } = context;
    this.#args = args;
    const required = missingFields(command.fields, call.args);
    const open = Object.keys(command.fields).filter(
      (field) =>
        call.args[field] === undefined &&
        command.ask[field] !== undefined &&
        (call.origin !== 'code' || required.includes(field)),
    );
    const unasked = required.find((field) => !open.includes(field));
    if (unasked !== undefined) throw wrongValue(unasked, requires('given'));
    const isMore = (field: string): boolean => command.more?.fields.includes(field) === true;
    this.#first = open.filter((field) => !isMore(field));
    this.#more = open.filter(isMore);
    const asked = this.#first.filter((field) => command.ask[field]?.answered?.(args) !== true);
    this.#expected = asked.length + Math.min(1, this.#more.length);
  }

  /** Resolves with the given and the answered arguments. Each question has a Back button. */
  async ask(refused?: RefusedAnswer): Promise<Arguments> {
    const options = { refused, of: this.#expected };
    this.#visitedIndexes = await askAll(this.#title, (index) => this.#question(index), options);
    return this.#args;
  }

  /** The answered field that `failure` is about; undefined if another answer would not help. */
  refused(failure: Failure): string | undefined {
    // `run` asked for more, which the refusal may be about.
    if (this.#context.command.runAsks !== undefined) return undefined;
    const seen = this.#visitedIndexes.map((place) => this.#places[place]).filter((field) => typeof field === 'string');
    const own = seen.filter((field) => !Object.hasOwn(repositoryFields, field));
    return refusedArgument(failure, own, this.#args);
  }

  /** Asks for `field` again, with the refused answer and the reason of the refusal. */
  async askAgain(field: string, failure: Failure): Promise<Arguments> {
    const value = this.#args[field];
    const exists = failure.kind === 'conflict' && typeof value === 'string' ? nameTaken(value) : undefined;
    const index = this.#places.indexOf(field);
    return await this.ask({ asked: index, shown: this.#visitedIndexes, refusal: exists ?? explain(failure) });
  }

  get #title(): string {
    const { id, title, command, call, invocation } = this.#context;
    // A command with a visible question for its host asks for the repository.
    const asksForHost = command.ask.host !== undefined && command.ask.host.silent !== true;
    const takesActive = command.fields.repository !== undefined && !asksForHost;
    const active = takesActive ? invocation.places.active() : undefined;
    const { repository = active && fullName(active) } = this.#args;
    if (typeof repository !== 'string') return questionTitle(id, title, call.args, undefined);
    return command.title?.(oneLine(repository, 120)) ?? questionTitle(id, title, call.args, repository);
  }

  get #places(): readonly (string | typeof moreQuestion)[] {
    if (this.#more.length === 0) return this.#first;
    return [...this.#first, moreQuestion, ...(this.#wantsMore ? this.#more : [])];
  }

  #question(index: number): Question<unknown> | undefined {
    const { command, invocation } = this.#context;
    const places = this.#places;
    const field = places[index];
    if (field === moreQuestion) {
      return { ask: (prompt) => this.#askMore(prompt), use: (more) => (this.#wantsMore = more === true) };
    }
    const ask = field === undefined ? undefined : command.ask[field];
    if (field === undefined || ask === undefined) return undefined;
    return {
      ask: (prompt) => ask(prompt, this.#args, invocation),
      use: (value) => {
        const wrong = value === undefined ? undefined : command.fields[field]?.check(value);
        if (wrong !== undefined) throw wrongValue(field, wrong);
        this.#args[field] = value;
      },
      earlier: this.#args[field],
      isExpected: ask.answered?.(this.#context.args) !== true,
    };
  }

  async #askMore(prompt: Prompt): Promise<boolean> {
    const { more } = this.#context.command;
    return await prompt.pick({
      placeholder: more?.question(this.#args) ?? '',
      items: [
        { label: more?.run() ?? '', value: false },
        { label: l10n.t('More Options…'), description: more?.options() ?? '', value: true },
      ],
    });
  }
}
