weather <- data.frame(
  Ort = c("Köln", "Bonn", "Trier", "Essen", "Aachen"),
  Temp = c(21.5, 18, 19.25, 23, 17.5),
  Regen = c(0L, 3L, 12L, 1L, 7L),
  Spiel = c("ja", "nein", "ja", "ja", "nein")
)
gaps <- weather
gaps$Temp[2] <- NA
gaps$Spiel[4] <- NA
write.csv(weather, "r_write_csv.csv", fileEncoding = "UTF-8")
write.csv(weather, "r_write_csv_without_row_names.csv", row.names = FALSE, fileEncoding = "UTF-8")
write.csv2(weather, "r_write_csv2.csv", fileEncoding = "UTF-8")
write.csv2(weather, "r_write_csv2_latin1.csv", row.names = FALSE, fileEncoding = "latin1")
write.csv(gaps, "r_write_csv_gaps.csv", fileEncoding = "UTF-8")
write.csv(mtcars[1:6, c("mpg", "cyl", "am")], "r_write_csv_mtcars.csv")
write.table(weather, "r_write_table.txt", fileEncoding = "UTF-8")
write.table(weather, "r_write_table_col_names_na.txt", sep = "\t", col.names = NA, quote = FALSE, fileEncoding = "UTF-8")
write.table(gaps, "r_write_table_tabs.txt", sep = "\t", row.names = FALSE, quote = FALSE, fileEncoding = "UTF-8")
write.table(weather, "r_write_table_spaces.txt", row.names = FALSE, fileEncoding = "UTF-8")
write.csv(iris[c(1:8, 51:58, 101:108), ], "r_write_csv_iris.csv")
