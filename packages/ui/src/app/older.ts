/**
 * What browsers before 2024 lack and the window or a library of it uses: two small functions. With them it runs from
 * Chromium 114, Firefox 115 and Safari 16.4 on (the build's target). Loaded before everything else.
 */
Promise.withResolvers ??= function withResolvers<Value>() {
  let resolve!: (value: Value | PromiseLike<Value>) => void;
  let reject!: (reason?: unknown) => void;
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
};

URL.canParse ??= (url, base) => {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
};
