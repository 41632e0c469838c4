export const before = 0;
// #region start
export const shown = 'in the page';
// #endregion start
