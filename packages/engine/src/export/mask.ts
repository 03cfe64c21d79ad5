/** Shapes of secrets that are never exported or logged. Each keeps what stands before its value. */
const shapes: readonly RegExp[] = [
  /()-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /()\b(?:sk|pk|rk)-(?:ant-|proj-|live-|test-)?[\w-]{16,}/g,
  /()\b(?:sk|pk|rk)_(?:live|test)_\w{16,}/g,
  /()\bgh[pousr]_\w{20,}/g,
  /()\bgithub_pat_\w{20,}/g,
  /()\bglpat-[\w-]{16,}/g,
  /()\bxox[abprs]-[\w-]{10,}/g,
  /()\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /()\bAIza[\w-]{30,}/g,
  /()\bnpm_\w{30,}/g,
  /()\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}/g,
  /(\b(?:authorization|proxy-authorization)\s*[:=]\s*["']?(?:bearer|basic|token)\s+)[^\s"']{6,}/gi,
  /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]+:)[^\s@/]+(?=@)/gi,
  /(\b[\w-]*(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key)[\w-]*["']?\s*[:=]\s*["']?)[^\s"',;)}\]]{6,}/gi,
];

/** A text without the secrets that can be recognised by their shape. */
export function maskSecrets(text: string): string {
  let masked = text;
  for (const shape of shapes) masked = masked.replace(shape, '$1[hidden]');
  return masked;
}
