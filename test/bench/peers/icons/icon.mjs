/**
 * Every icon of react-admin, for the bench, whose list shows none: the real package is a third of all files to install.
 * Made as the real ones are (https://mui.com/material-ui/icons/).
 */
import { createElement } from 'react'
import { createSvgIcon } from '@mui/material/utils'

// Replaces a package with a default export.
// oxlint-disable-next-line import/no-default-export -- react-admin imports it so
export default createSvgIcon(createElement('path', { d: 'M3 3h18v18H3z' }), 'Icon')
