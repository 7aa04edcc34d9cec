/** A box or a switch whose words are hit by a finger as well as itself. */
import classes from '#console/people/box.module.css'

export const BOX = { body: classes.body, label: classes.words }
