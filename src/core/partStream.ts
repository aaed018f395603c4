type Part = Uint8Array<ArrayBuffer>;

interface NextPart {
  readonly done?: boolean | undefined;
  readonly value?: Part | undefined;
}

/** The parts that `next` gives, read only when the reader asks. `cancel`: the reader wants no more. */
export function partStream(
  next: () => Promise<NextPart>,
  cancel: (reason: unknown) => void | PromiseLike<void>,
): ReadableStream<Part> {
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await next();
        if (done === true || value === undefined) controller.close();
        else controller.enqueue(value);
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
}
