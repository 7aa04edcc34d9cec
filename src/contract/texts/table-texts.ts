/** The texts of every table. */
export const tableTexts = {
  columns: 'Show/Hide columns',
  sortAndFilter: 'Sort and filter',
  clearSearch: 'Clear search',
  reset: 'Reset',
  more: 'More',
  less: 'Less',
  rowsPerPage: 'Rows per page',
  fitSize: 'Fit',
  density: 'Density',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
  previousPage: 'Previous page',
  nextPage: 'Next page',
  lastPage: 'Last page',
  firstPage: 'First page',
  backPages: (pages: number) => `Back ${String(pages)} pages`,
  noRows: '0 rows',
  firstRowsOnly: (here: number, of: number) =>
    `Only the first ${here.toLocaleString('en')} of ${of.toLocaleString('en')} rows are saved on this device.`,
  arriving: 'Loading rows:',
  arrivedOf: (here: number, of: number) =>
    ` ${here.toLocaleString('en')} of ${of.toLocaleString('en')}. Search and filters cover the rows that are here.`,
  arrivedBytes: (here: number, of: number) => ` ${megabytes(here)} of ${megabytes(of)} MB.`,
  onlyArrived: (here: number, of: number) =>
    `Only ${here.toLocaleString('en')} of ${of.toLocaleString('en')} rows are here so far.`,
  rowsOf: (first: number, last: number, total: number) =>
    `${String(first)}–${String(last)} of ${String(total)}`,
  columnMenu: (title: string) => `${title}: sort, filter, arrange`,
  sortAscending: 'Sort ascending',
  sortDescending: 'Sort descending',
  hideColumn: 'Hide column',
  showAllColumns: 'Show all columns',
  noColumns: 'All columns are hidden.',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  narrower: 'Narrower',
  wider: 'Wider',
  fit: 'Fit to content',
  emptyCellsOf: (title: string) => `Empty cells of ${title}`,
  anyCells: 'All',
  emptyCells: (count: number) => `Empty (${String(count)})`,
  filledCells: (count: number) => `Not empty (${String(count)})`,
  valuesOf: (title: string) => `Values of ${title}`,
  rangeFrom: 'From',
  rangeTo: 'To',
  /** What a typed day looks like. */
  dayForms: {
    'day-first': 'DD-MM-YYYY',
    'month-first': 'MM-DD-YYYY',
    'year-first': 'YYYY-MM-DD',
  },
  today: 'Today',
  yesterday: 'Yesterday',
  tomorrow: 'Tomorrow',
  nextDays: (days: number) => `Next ${String(days)} days`,
  lastDays: (days: number) => `Last ${String(days)} days`,
  calendar: 'Calendar',
  clearFilter: 'Clear filter',
  andMore: (named: string, others: number) => `${named} and ${String(others)} more`,
  moreValues: (count: number) => `${String(count)} more. Type to find them.`,
  removeFilter: (title: string) => `Remove the filter of ${title}`,
  hidden: (count: number) => (count === 1 ? '1 column hidden' : `${String(count)} columns hidden`),
  entries: (count: number) => (count === 1 ? '1 entry' : `${String(count)} entries`),
  resetFilters: 'Reset filters',
  nothingYet: 'Nothing here yet.',
  field: 'Field',
  /** The title of a field with an empty name. */
  unnamed: 'Unnamed',
  value: 'Value',
  selection: 'Selection',
  selectRow: (name: string) => `Select ${name}`,
  selectPage: 'Select the rows on this page',
  selected: (count: number) => `${String(count)} selected`,
  selectMatching: (count: number) => `Select all ${String(count)}`,
  clearSelection: 'Clear selection',
  copy: 'Copy',
  copyRows: 'Copy rows',
  copyColumn: 'Copy column',
  copyOneColumn: 'Copy one column',
  copyRefused: "This browser doesn't allow copying here.",
  download: 'Download',
  downloadTitle: (title: string) => `Download ${title}`,
  fileName: 'File name',
  format: 'Format',
  rowsToDownload: 'Rows',
  columnsToDownload: 'Columns',
  scopes: {
    filtered: (count: number, isFiltered: boolean) =>
      isFiltered ? rowsIn(count, 'filtered') : all(rowsIn(count, null)),
    page: (count: number) => `${rowsIn(count, null)} on this page`,
    selected: (count: number) => rowsIn(count, 'selected'),
  },
  visibleColumns: (count: number) => `${String(count)} visible`,
  allColumns: (count: number) => all(String(count)),
  downloading: (done: number, total: number) => `${String(done)} of ${String(total)} rows written`,
  downloaded: (name: string) => `Downloaded ${name}`,
  downloadFailed: "Couldn't create the file. Try fewer rows or columns.",
  tooManyForExcel: 'Too many rows for an Excel sheet. Filter them, or choose CSV.',
  aboutRows: (table: string, rows: string) => `${table}: ${rows}.`,
  aboutSearch: (search: string) => `Search: ${search}.`,
  aboutSort: (title: string, descending: boolean) =>
    `Sorted by ${title}${descending ? ', descending' : ''}.`,
  aboutAsOf: (time: string) => `Rows as of ${time}.`,
  aboutExport: madeBy('Exported'),
  aboutPrint: madeBy('Printed'),
  printedRows: (here: number, of: number) =>
    `The first ${here.toLocaleString('en')} of ${of.toLocaleString('en')} rows.`,
  print: 'Print',
  share: 'Share',
  shareRefused: 'This device could not share the file. Download it instead.',
  exportSelected: 'Export',
} as const

function madeBy(verb: string) {
  return (time: string, username: string): string => `${verb} ${time} by ${username}.`
}

function all(what: string): string {
  return `All ${what}`
}

function rowsIn(count: number, which: string | null): string {
  const words = [String(count), ...(which === null ? [] : [which]), count === 1 ? 'row' : 'rows']
  return words.join(' ')
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
