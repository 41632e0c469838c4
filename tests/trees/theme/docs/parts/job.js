// #region body
export function run() {
  return 'done';
}
// #endregion body
