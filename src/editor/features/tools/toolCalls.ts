import {
  CancellationError,
  LanguageModelTextPart,
  LanguageModelToolResult,
  type CancellationToken,
  type LanguageModelToolInvocationOptions,
  type LanguageModelToolInvocationPrepareOptions,
  type PreparedToolInvocation,
} from 'vscode';
import { LimitedRunner } from '../../../core/async.ts';
import { Failure, isFailure, throwIfCancelled, toFailure } from '../../../core/errors.ts';
import { callTool, loggedFailure, logRefusal, previewTool, type ToolCallOptions } from '../../../tools/call.ts';
import { toolFailureText } from '../../../tools/failureText.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import type { FailedToolChange, ToolChange } from '../../../tools/kit/change.ts';
import { repositoryOf, type ToolServices } from '../../../tools/kit/place.ts';
import type { ToolResult } from '../../../tools/kit/output.ts';
import type { AgreeablePreview, Tool } from '../../../tools/kit/tool.ts';
import { toolsIn, toolTable } from '../../../tools/table.ts';
import { signalOf } from '../../kit/signal.ts';
import { Agreements, type UsedHost } from './agreements.ts';
import { Asking, type ShowChanges } from './asking.ts';
import { questionMarkdown, toolQuestionTitle, toolQuestion, type ToolQuestion } from './question.ts';

/** The end of a call that acted on the service. */
export interface ToolEffectReport {
  readonly tool: string;
  readonly repository: RepositoryName;
  readonly changes: readonly ToolChange[];
  /** What a call that succeeded could not change. */
  readonly failed: readonly FailedToolChange[];
  /** Undefined: the call succeeded. Otherwise a part of the changes can be there. */
  readonly failure: Failure | undefined;
}

export interface ToolCallParts {
  readonly services: ToolServices;
  readonly isEnabled: () => boolean;
  readonly sets: () => readonly string[];
  /** Whether the editor agrees to every tool in place of the user. */
  readonly isAutoApproved: () => boolean;
  readonly hostName: (id: string) => string;
  readonly apiUrl: (id: string) => string | undefined;
  readonly showChanges: ShowChanges;
  readonly report: (report: ToolEffectReport) => void;
}

/** `toolInvocationToken`: undefined outside of a chat. */
type ToolInvocation = Pick<LanguageModelToolInvocationOptions<object>, 'input'> & {
  readonly toolInvocationToken: unknown;
};

const callsAtOnce = 4;

const turnedOff = 'Tools are turned off by the setting sourcehost.tools.enabled: do not call them again.';

const leftOut = 'The user left this tool out with the setting sourcehost.tools.sets: do not call it again.';

/** Runs the tools for the language models of the editor. No change happens before the user agreed to it. */
export class ToolCalls {
  readonly #parts: ToolCallParts;
  readonly #agreements: Agreements;
  readonly #questions: Asking;
  /** However many calls there are, the window has time for its user. */
  readonly #runner = new LimitedRunner(callsAtOnce);

  constructor(parts: ToolCallParts) {
    this.#parts = parts;
    this.#agreements = new Agreements(parts.apiUrl);
    this.#questions = new Asking(parts.showChanges);
  }

  /** Undefined: the chat asks nothing, because nothing changes, the user agreed before, or `invoke` asks. */
  async prepare(
    name: string,
    options: LanguageModelToolInvocationPrepareOptions<object>,
    token: CancellationToken,
  ): Promise<PreparedToolInvocation | undefined> {
    const { input } = options;
    // The call fails in the same way, and the model reads why.
    const preview = await this.#previewInChat(name, options, signalOf(token)).catch(() => undefined);
    const question = preview && this.#questionOf(toolOf(name), preview);
    const message = question && questionMarkdown(question);
    const mayAsk = await this.#agreements.noteQuestion(name, input, message && preview);
    if (question === undefined || message === undefined || !mayAsk) return undefined;
    return { confirmationMessages: { title: toolQuestionTitle(question), message } };
  }

  /** What a chat can ask about before the call; undefined: nothing. */
  async #previewInChat(
    name: string,
    options: LanguageModelToolInvocationPrepareOptions<object>,
    signal: AbortSignal,
  ): Promise<AgreeablePreview | undefined> {
    const { input } = options;
    if (!this.#parts.isEnabled() || !isOfChat(options)) return undefined;
    const tool = toolOf(name);
    if (!toolsIn(this.#parts.sets()).includes(tool)) return undefined;
    // The preview sends requests with the inputs.
    if ((await this.#newHost(tool, input)) !== undefined) return undefined;
    return await this.#previewToAsk(tool, input, signal);
  }

  /** @throws CancellationError if the user does not agree, else an Error with a text for the model */
  async invoke(name: string, invoked: ToolInvocation, token: CancellationToken): Promise<LanguageModelToolResult> {
    const tool = toolOf(name);
    this.#checkOffered(tool, invoked.input);
    try {
      const text = await this.#run(tool, invoked, signalOf(token));
      return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
    } catch (error) {
      if (isFailure(error, 'cancelled')) throw new CancellationError();
      const { howToAllow } = this.#parts.services;
      throw new Error(toolFailureText(toFailure(error), { howToAllow }), { cause: error });
    }
  }

  /** @throws Error with a text for the model if the user turned off the tools, or left this one out */
  #checkOffered(tool: Tool, input: unknown): void {
    const { services, sets, isEnabled } = this.#parts;
    const isOffered = toolsIn(sets()).includes(tool);
    if (isEnabled() && isOffered) return;
    logRefusal(services, tool, input, isEnabled() ? 'the tool is left out' : 'tools are turned off');
    throw new Error(isEnabled() ? leftOut : turnedOff);
  }

  /** What the user agreed to: the host, then the change. @throws Failure `cancelled` */
  async #agree(tool: Tool, invoked: ToolInvocation, signal: AbortSignal): Promise<ToolCallOptions['agreed']> {
    const { input } = invoked;
    try {
      await this.#agreeToHost(tool, input, signal);
      const agreement = await this.#agreement(tool, invoked, signal);
      if ((await this.#newHost(tool, input)) === undefined) return agreement;
      throw new Failure('cancelled', 'the host got another API address while the user was asked');
    } catch (error) {
      throw loggedFailure(this.#parts.services, tool, input, error);
    }
  }

  async #run(tool: Tool, invoked: ToolInvocation, signal: AbortSignal): Promise<string> {
    const { services, report } = this.#parts;
    const { input } = invoked;
    const agreed = await this.#agree(tool, invoked, signal);
    const repository = tool.effect === 'remote' ? await repositoryOf(services, input) : undefined;
    const progress = { isStarted: false };
    const onStart = (): void => void (progress.isStarted = tool.effect === 'remote');
    const reportEnd = (end: Pick<ToolEffectReport, 'changes' | 'failed' | 'failure'>): void => {
      if (repository !== undefined && progress.isStarted) report({ tool: tool.name, repository, ...end });
    };
    try {
      const call = async (): Promise<ToolResult> => await callTool(services, tool, input, { signal, agreed, onStart });
      // A change that the user agreed to does not wait.
      const {
        text,
        changes = [],
        failed = [],
      } = tool.effect === 'remote' ? await call() : await this.#runner.run(call, signal);
      reportEnd({ changes, failed, failure: undefined });
      return text;
    } catch (error) {
      reportEnd({ changes: [], failed: [], failure: toFailure(error) });
      throw error;
    }
  }

  /** The host of the call, if tools of this window used another host but not this one. */
  async #newHost(tool: Tool, input: unknown): Promise<string | undefined> {
    if (!Object.hasOwn(tool.fields, 'repository')) return undefined;
    const { host } = await repositoryOf(this.#parts.services, input);
    return this.#agreements.hasHost(host) ? undefined : host;
  }

  /** All inputs go to the host, also texts that a model read at another host. @throws Failure `cancelled` */
  async #agreeToHost(tool: Tool, input: unknown, signal: AbortSignal): Promise<void> {
    const host = await this.#newHost(tool, input);
    if (host === undefined) return;
    const { hostName, apiUrl } = this.#parts;
    const askedUrl = apiUrl(host);
    const used = this.#agreements.otherHosts(host);
    // Two addresses of one host have the same name.
    const nameOf = (one: UsedHost): string => (one.id === host ? one.apiUrl : undefined) ?? hostName(one.id);
    const name = used.some(({ id }) => id === host) ? nameOf({ id: host, apiUrl: askedUrl }) : hostName(host);
    const others = (): readonly string[] | undefined =>
      this.#agreements.hasHost(host) ? undefined : this.#agreements.otherHosts(host).map(nameOf);
    const agrees = await this.#questions.askHost(name, others, () => {
      if (apiUrl(host) === askedUrl) this.#agreements.allowHost(host);
    });
    throwIfCancelled(signal);
    if (!agrees) throw new Failure('cancelled', `the user did not agree to the host ${host}`);
  }

  /** What the user agreed to, in the chat or in a dialog. @throws Failure `cancelled` if the user does not agree */
  async #agreement(
    tool: Tool,
    { input, toolInvocationToken }: ToolInvocation,
    signal: AbortSignal,
  ): Promise<ToolCallOptions['agreed']> {
    // Only a call of a chat was prepared for it: other programs make equal calls while a question is open.
    const answered =
      toolInvocationToken === undefined ? undefined : await this.#agreements.takeAnswer(tool.name, input);
    const agreedPreview = this.#parts.isAutoApproved() ? undefined : answered;
    if (agreedPreview !== undefined) return this.#agreedTo(tool, agreedPreview);
    const preview = await this.#previewToAsk(tool, input, signal);
    if (preview === undefined) return tool.effect === 'local' ? 'drafts' : undefined;
    const isStillOpen = (): boolean => tool.effect === 'remote' || !this.#agreements.hasDrafts(preview.repository);
    const agrees = await this.#questions.ask(
      () => (isStillOpen() ? this.#questionOf(tool, preview) : undefined),
      () => void this.#agreedTo(tool, preview),
    );
    throwIfCancelled(signal);
    if (!agrees) throw new Failure('cancelled', 'the user did not agree to the change');
    return this.#agreedTo(tool, preview);
  }

  #agreedTo({ effect }: Tool, preview: AgreeablePreview): NonNullable<ToolCallOptions['agreed']> {
    if (effect === 'remote') return preview;
    this.#agreements.allowDrafts(preview.repository);
    return 'drafts';
  }

  /** Undefined if nothing is to be asked. */
  async #previewToAsk(tool: Tool, input: unknown, signal: AbortSignal): Promise<AgreeablePreview | undefined> {
    const { services } = this.#parts;
    if (tool.effect === 'read' || tool.isDryRun(input)) return undefined;
    if (tool.effect === 'local' && this.#agreements.hasDrafts(await repositoryOf(services, input))) return undefined;
    return await this.#runner.run(async () => await previewTool(services, tool, input, signal), signal);
  }

  #questionOf(tool: Tool, preview: AgreeablePreview): ToolQuestion {
    return toolQuestion(tool, preview, this.#parts.hostName(preview.repository.host));
  }
}

/** A chat shows the question. The editor does not declare these properties in its API; without them the tool asks. */
function isOfChat(options: object): boolean {
  return Object.entries(options).some(
    ([key, value]) => ['chatSessionResource', 'chatSessionId', 'chatRequestId'].includes(key) && value !== undefined,
  );
}

function toolOf(name: string): Tool {
  const tool = toolTable.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  return tool;
}
