import assert from 'node:assert/strict';
import { LanguageModelTextPart, lm, type LanguageModelToolResult } from 'vscode';
import type { RemoteService } from '../../kit/remoteService.ts';

/** The text of a result. */
export function resultText({ content }: Pick<LanguageModelToolResult, 'content'>): string {
  return content
    .map((part) => (part instanceof LanguageModelTextPart ? part.value : assert.fail('a part that is no text')))
    .join('');
}

/** Calls a tool as another extension does, outside of a chat. */
export async function invoke(tool: string, input: object): Promise<string> {
  return resultText(await lm.invokeTool(`sourcehost_${tool}`, { input, toolInvocationToken: undefined }));
}

/** The operations that changed the service. Git reads with POST too. */
export async function writesTo(service: RemoteService): Promise<string[]> {
  const sent = (await service.requests()).filter(({ method, params }) => method !== 'GET' && !isFetch(params));
  return sent.map(({ operation }) => operation);
}

/** The operations on the repository `repo`. Late requests of earlier tests for others are not counted. */
export async function callsOn(service: RemoteService, repo: string): Promise<string[]> {
  return (await service.requests()).filter(({ params }) => params.repo === repo).map(({ operation }) => operation);
}

const isFetch = ({ service }: Readonly<Record<string, unknown>>): boolean => service === 'git-upload-pack';
