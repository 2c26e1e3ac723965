"""What is written but not said that way (numbers, dates, money, symbols …) in the words of a careful reader."""
